// What the public conformance suite for the C2PA Soft Binding Resolution API checks (package
// @cognitiveproof/softbinding-api-conformance 2.0.0 of Cognitive-Proof/c2pa-soft-binding-server),
// as our own test over HTTP. The suite itself stores texts that are not manifests and binds values
// that are not base64, which this service refuses; here they are real. Receipts and OAuth, which
// the suite asks for, are not part of this service (docs/use/c2pa.md).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoreMaker } from '../../../test-support/made-store.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { ResolutionClient } from '../../../test-support/resolution-client.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeSigningAccount } from '../../../test-support/signing-client.ts';

const release = /^\d+\.\d+\.\d+$/;
const unknown = 'urn:c2pa:conformance-does-not-exist';

onEachDatabase((database) => {
  let service: RunningService;
  let client: ResolutionClient;
  let maker: StoreMaker;
  let token: string;
  before(async () => {
    service = await startRunningService({ database });
    client = new ResolutionClient(service);
    maker = new StoreMaker();
    ({ key: token } = await makeSigningAccount(service, 'growth'));
  });
  after(async () => {
    await service.stop();
    maker.remove();
  });

  const send = (path: string, given: string | undefined, bytes: Uint8Array) =>
    client.call('POST', path, { token: given, bytes, type: 'application/c2pa' });

  test('discovery: capabilities, status, algorithms and the well-known document', async () => {
    const capabilities = await client.call('GET', '/services/capabilities');
    assert.equal(capabilities.status, 200);
    assert.match(capabilities.json.c2paSpecificationVersion, release);
    for (const name of ['queryByContent', 'storeManifests', 'storeBindings'])
      assert.ok(capabilities.json.supportedCapabilities.includes(name), name);
    assert.equal(capabilities.json.receipts, false);

    const { status, json } = await client.call('GET', '/services/status');
    assert.deepEqual([status, json.status], [200, 'ok']);

    const algorithms = await client.call('GET', '/services/supportedAlgorithms');
    assert.equal(algorithms.status, 200);
    for (const list of [algorithms.json.watermarks, algorithms.json.fingerprints]) {
      assert.ok(list.length > 0);
      for (const { alg } of list) assert.match(alg, /^org\.content-provenance\.[a-z-]+\.\d+$/);
    }

    const response = await fetch(`${service.live.url}/.well-known/c2pa-soft-binding-resolution`);
    assert.equal(response.status, 200);
    const wellKnown = (await response.json()) as Record<string, string>;
    assert.equal(wellKnown.apiEndpoint, 'http://live.test/v1/c2pa');
    assert.equal(wellKnown.capabilitiesEndpoint, 'http://live.test/v1/c2pa/services/capabilities');
    assert.equal(wellKnown.statusEndpoint, 'http://live.test/v1/c2pa/services/status');
    assert.equal(wellKnown.c2paSpecificationVersion, capabilities.json.c2paSpecificationVersion);
  });

  test('authorization: writing without a valid token gets 401, reading needs none', async () => {
    const { bytes } = await maker.make();
    for (const given of [undefined, 'not-a-real-token']) {
      assert.equal((await send('/manifests', given, bytes)).status, 401);
      assert.equal((await client.call('DELETE', `/manifests/${unknown}`, { token: given })).status, 401);
      for (const method of ['POST', 'PUT'])
        assert.equal((await client.call(method, '/bindings', { token: given, body: {} })).status, 401);
    }
    assert.equal((await client.call('GET', `/manifests/${unknown}`)).status, 404);
  });

  test('manifests: an unknown one gets 404, and a stored one comes back unchanged until it is deleted', async () => {
    assert.equal((await client.call('GET', `/manifests/${unknown}`, { token })).status, 404);
    const { label, bytes } = await maker.make();
    const stored = await send('/manifests', token, bytes);
    assert.deepEqual([stored.status, stored.json], [200, { manifestId: label }]);
    assert.ok((await client.manifest(label)).equals(bytes));
    const address = `/manifests/${encodeURIComponent(label)}`;
    const deleted = await client.call('DELETE', address, { token });
    assert.deepEqual([deleted.status, deleted.bytes.length], [204, 0]);
    assert.equal((await client.call('GET', address, { token })).status, 404);
  });

  test('bindings: made, found and changed; one to an unknown manifest gets 404', async () => {
    const [first, second] = [await maker.make(), await maker.make()];
    for (const { bytes } of [first, second]) await client.store(token, bytes);
    const bindingValue = Buffer.from(`conformance-binding-${Date.now()}`).toString('base64');
    assert.equal((await client.bind(token, { bindingValue, manifestId: first.label })).status, 204);
    assert.deepEqual(await client.byBinding('conformance-test', bindingValue), [first.label]);
    assert.equal((await client.bind(token, { bindingValue, manifestId: second.label }, 'PUT')).status, 204);
    assert.deepEqual(await client.byBinding('conformance-test', bindingValue), [second.label]);
    assert.equal((await client.bind(token, { bindingValue, manifestId: unknown })).status, 404);
  });

  test('receipts: asking for one does no harm, and there is none', async () => {
    const { label, bytes } = await maker.make();
    const { status, json } = await send('/manifests?returnReceipt=true', token, bytes);
    assert.deepEqual([status, json], [200, { manifestId: label }]);
    assert.equal((await client.call('GET', `/manifests/${label}/receipts`, { token })).status, 404);
  });
});
