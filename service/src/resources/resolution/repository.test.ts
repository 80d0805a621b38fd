// The repository over HTTP, mostly as an attacker uses it: an organization stores manifests and
// tries to have them found for what belongs to others.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { listEvents, makeApiKey, makeOwner } from '../../../test-support/account.ts';
import { StoreMaker } from '../../../test-support/made-store.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { ResolutionClient } from '../../../test-support/resolution-client.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { readManifestFile, withSharedFiles } from '../../../test-support/shared-photos.ts';
import { makeSigningAccount, makeSubmission, type SigningAccount } from '../../../test-support/signing-client.ts';

const dctImage = 'org.content-provenance.dct-image.1';
const foreign = 'com.example.mark.1';
const randomValue = () => randomBytes(8).toString('base64');

onEachDatabase((database) => {
  let service: RunningService;
  let client: ResolutionClient;
  let maker: StoreMaker;
  let owner: SigningAccount;
  let attacker: SigningAccount;
  before(async () => {
    service = await startRunningService({ database, settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
    client = new ResolutionClient(service);
    maker = new StoreMaker();
    owner = await makeSigningAccount(service, 'growth');
    attacker = await makeSigningAccount(service, 'growth');
  });
  after(async () => {
    await service.stop();
    maker.remove();
  });

  /** Makes a record of this organization. Returns the value of its watermark. */
  async function makeRecord({ key, signer, generatorId }: SigningAccount): Promise<string> {
    const body = makeSubmission(signer, generatorId, { format: 'image' });
    assert.equal((await service.live.call('POST', '/v1/records', { token: key, body })).status, 201);
    return Buffer.from(body.watermark_id, 'hex').toString('base64');
  }

  const storeNew = async (account: SigningAccount, softBindings?: { alg: string; value: string }[]) =>
    client.store(account.key, (await maker.make(softBindings && { softBindings })).bytes);

  async function expectRefusal(account: SigningAccount, body: unknown, status: number, error: string, method?: string) {
    const { status: given, json } = await client.bind(account.key, body, method);
    assert.deepEqual([given, json.error], [status, error], JSON.stringify(json));
  }

  test('a manifest is stored under its label, byte for byte, once', async () => {
    const { label, bytes } = await maker.make();
    assert.equal(await client.store(owner.key, bytes), label);
    assert.equal(await client.store(owner.key, bytes), label);
    assert.ok((await client.manifest(label)).equals(bytes));
    const events = (await listEvents(service, owner)).filter(({ type }) => type === 'c2pa_manifest_stored');
    assert.deepEqual(
      events.filter(({ metadata }) => metadata.manifest_id === label).map(({ metadata }) => metadata.actor),
      [owner.keyId],
    );
  });

  test('an id cannot be taken over: not by another organization, and not with other bytes', async () => {
    const { label, bytes } = await maker.make();
    await client.store(owner.key, bytes);
    const other = (await maker.make({ label })).bytes;
    for (const [token, content] of [
      [attacker.key, other],
      [attacker.key, bytes],
      [owner.key, other],
    ] as const) {
      const answer = await client.call('POST', '/manifests', { token, bytes: content, type: 'application/c2pa' });
      assert.deepEqual([answer.status, answer.json.error], [409, 'manifest_id_taken']);
    }
    assert.ok((await client.manifest(label)).equals(bytes));
  });

  test('if two organizations store the same id at once, exactly one of them gets it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { label, bytes } = await maker.make();
      const other = (await maker.make({ label })).bytes;
      const answers = await Promise.all([
        client.call('POST', '/manifests', { token: owner.key, bytes, type: 'application/c2pa' }),
        client.call('POST', '/manifests', { token: attacker.key, bytes: other, type: 'application/c2pa' }),
      ]);
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
    }
  });

  test('a watermark of someone else and one that nobody has get the same response', async () => {
    const victim = await makeRecord(owner);
    const responses = [];
    for (const value of [victim, randomValue()]) {
      const asserting = await storeNew(attacker, [{ alg: dctImage, value }]);
      const silent = await storeNew(attacker);
      for (const body of [
        { bindingValue: value, manifestId: asserting },
        { bindingValue: value, manifestId: asserting, alg: dctImage },
        { bindingValue: value, manifestId: silent, alg: dctImage },
        { bindingValue: value, manifestId: silent, alg: 'org.content-provenance.neural-image.1' },
        { bindingValue: value, manifestId: silent, alg: 'org.content-provenance.dct-image.2' },
        { bindingValue: value, manifestId: silent, alg: 'ORG.Content-Provenance.dct-image.1' },
      ]) {
        for (const method of ['POST', 'PUT']) {
          const { status, json } = await client.bind(attacker.key, body, method);
          const { request_id: _, ...rest } = json;
          responses.push(JSON.stringify([status, rest]));
        }
      }
    }
    assert.deepEqual([...new Set(responses)].length, 1, responses.join('\n'));
    assert.match(responses[0]!, /^\[404,{"error":"binding_not_found"/);
    assert.deepEqual(await client.byBinding(dctImage, victim), []);
  });

  test('a value without an algorithm is never found by a watermark of this service', async () => {
    const victim = await makeRecord(owner);
    const manifestId = await storeNew(attacker);
    assert.equal((await client.bind(attacker.key, { bindingValue: victim, manifestId })).status, 204);
    assert.deepEqual(await client.byBinding(foreign, victim), [manifestId]);
    for (const alg of [dctImage, 'org.content-provenance.neural-image.1', 'org.content-provenance.dct-image.2'])
      assert.deepEqual(await client.byBinding(alg, victim), []);
  });

  test('an organization binds its own manifest to its own record, of the right kind only', async () => {
    const value = await makeRecord(owner);
    const asserting = await storeNew(owner, [{ alg: dctImage, value }]);
    const silent = await storeNew(owner);
    assert.equal((await client.bind(owner.key, { bindingValue: value, manifestId: asserting })).status, 204);
    assert.equal(
      (await client.bind(owner.key, { bindingValue: value, manifestId: silent, alg: dctImage })).status,
      204,
    );
    assert.deepEqual(await client.byBinding(dctImage, value), [asserting, silent]);
    assert.deepEqual(await client.byBinding('org.content-provenance.neural-image.1', value), [asserting, silent]);
    const audio = { bindingValue: value, manifestId: silent, alg: 'org.content-provenance.dct-audio.1' };
    await expectRefusal(owner, audio, 404, 'binding_not_found');
  });

  test('every soft binding that a manifest asserts must be the one by which it is found', async () => {
    const value = randomValue();
    const one = await storeNew(owner, [{ alg: foreign, value }]);
    assert.equal((await client.bind(owner.key, { bindingValue: value, manifestId: one })).status, 204);
    assert.deepEqual(await client.byBinding(foreign, value), [one]);
    assert.deepEqual(await client.byBinding('com.example.other.1', value), []);
    await expectRefusal(owner, { bindingValue: randomValue(), manifestId: one }, 400, 'validation_error');
    const otherAlg = { bindingValue: value, manifestId: one, alg: 'com.example.other.1' };
    await expectRefusal(owner, otherAlg, 400, 'validation_error');
    const own = await makeRecord(owner);
    const two = await storeNew(owner, [
      { alg: dctImage, value: own },
      { alg: foreign, value },
    ]);
    for (const bindingValue of [own, value])
      await expectRefusal(owner, { bindingValue, manifestId: two }, 400, 'validation_error');
    const both = await storeNew(owner, [
      { alg: dctImage, value: own },
      { alg: 'org.content-provenance.neural-image.1', value: own },
    ]);
    assert.equal((await client.bind(owner.key, { bindingValue: own, manifestId: both })).status, 204);
    assert.deepEqual(await client.byBinding(dctImage, own), [both]);
  });

  test('changing a manifest of another organization gets 404, like one that does not exist', async () => {
    const manifestId = await storeNew(owner);
    for (const id of [manifestId, 'urn:c2pa:none']) {
      const body = { bindingValue: randomValue(), manifestId: id };
      await expectRefusal(attacker, body, 404, 'manifest_not_found');
      await expectRefusal(attacker, body, 404, 'manifest_not_found', 'PUT');
      const { status, json } = await client.call('DELETE', `/manifests/${id}`, { token: attacker.key });
      assert.deepEqual([status, json.error], [404, 'manifest_not_found']);
    }
    assert.ok((await client.manifest(manifestId)).length > 0);
  });

  test('a later binding of another organization does not replace an earlier one', async () => {
    const value = randomValue();
    const first = await storeNew(owner);
    await client.bind(owner.key, { bindingValue: value, manifestId: first, alg: foreign });
    for (let count = 0; count < 3; count += 1)
      await client.bind(attacker.key, { bindingValue: value, manifestId: await storeNew(attacker), alg: foreign });
    assert.deepEqual(await client.byBinding(foreign, value, 1), [first]);
    assert.equal((await client.byBinding(foreign, value)).length, 4);
  });

  test('PUT moves a value to another manifest, and only the values of the organization', async () => {
    const value = randomValue();
    const [first, second, theirs] = [await storeNew(owner), await storeNew(owner), await storeNew(attacker)];
    await expectRefusal(owner, { bindingValue: value, manifestId: second }, 404, 'binding_not_found', 'PUT');
    await client.bind(owner.key, { bindingValue: value, manifestId: first });
    await client.bind(attacker.key, { bindingValue: value, manifestId: theirs });
    assert.equal((await client.bind(owner.key, { bindingValue: value, manifestId: second }, 'PUT')).status, 204);
    assert.deepEqual((await client.byBinding(foreign, value)).toSorted(), [second, theirs].toSorted());
  });

  test('a deleted manifest is gone, and its bindings with it', async () => {
    const value = randomValue();
    const manifestId = await storeNew(owner);
    await client.bind(owner.key, { bindingValue: value, manifestId });
    assert.equal((await client.call('DELETE', `/manifests/${manifestId}`, { token: owner.key })).status, 204);
    assert.equal((await client.call('GET', `/manifests/${manifestId}`)).status, 404);
    assert.deepEqual(await client.byBinding(foreign, value), []);
    assert.equal((await client.call('DELETE', `/manifests/${manifestId}`, { token: owner.key })).status, 404);
  });

  test('writing needs a plan with C2PA embedding', async () => {
    const free = await makeOwner(service, 'starter');
    const { key: token } = await makeApiKey(service.live, free);
    const { bytes } = await maker.make();
    const { status, json } = await client.call('POST', '/manifests', { token, bytes, type: 'application/c2pa' });
    assert.deepEqual([status, json.error], [402, 'plan_required']);
  });

  test('a stored manifest never makes a file one of this service', async () => {
    const { bytes } = await maker.make();
    await client.store(attacker.key, bytes);
    const form = new FormData();
    form.set('content', new Blob([new Uint8Array(bytes)]));
    const response = await fetch(`${service.live.url}/v1/verify`, { method: 'POST', body: form });
    const { c2pa, authentic } = (await response.json()) as { c2pa: { is_service: boolean }; authentic: boolean };
    assert.deepEqual([c2pa.is_service, authentic], [false, false]);
  });

  withSharedFiles(() => {
    test('manifests of other programs are stored; one with a broken signature is not', async () => {
      const sidecar = readManifestFile('valid/cloud_manifest.c2pa');
      assert.equal(await client.store(owner.key, sidecar), 'urn:uuid:e5412b29-135b-4c2d-8513-580286e19726');
      const { bytes } = await maker.make();
      bytes[bytes.length - 20]! ^= 1;
      const { status, json } = await client.call('POST', '/manifests', {
        token: owner.key,
        bytes,
        type: 'application/c2pa',
      });
      assert.deepEqual([status, json.error], [400, 'validation_error']);
    });
  });
});
