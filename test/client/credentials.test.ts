// C2PA manifests and certificates with the packed program and the SDK, against the real service and
// an authority made by openssl. Files with a manifest are then proven offline by their bundle.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createClient } from '@content-provenance/client';
import { readCanonical } from '@content-provenance/client/node';
import { verifyBundle } from '@content-provenance/client/signing';
import sharp from 'sharp';
import { withOpenssl } from '../../service/test-support/https-receiver.ts';
import { StoreMaker } from '../../service/test-support/made-store.ts';
import { OpensslAuthority } from '../../service/test-support/openssl-authority.ts';
import { type RunningService, startRunningService } from '../../service/test-support/running-service.ts';
import { makeSigningAccount, registerGenerator } from '../../service/test-support/signing-client.ts';
import { type PackedClient, packClient, run } from '../test-support/provenance-program.ts';
import { makePicture } from '../test-support/signed-picture.ts';

withOpenssl(() => {
  let service: RunningService;
  let packed: PackedClient;
  let authority: OpensslAuthority;
  let folder: string;
  let env: Record<string, string>;
  let recordId: string;
  before(async () => {
    authority = new OpensslAuthority();
    [service, packed] = await Promise.all([
      startRunningService({ settings: { VERIFY_LIMIT_PER_MINUTE: '0' } }),
      packClient(),
    ]);
    const { key } = await makeSigningAccount(service, 'growth');
    folder = mkdtempSync(join(tmpdir(), 'provenance-credentials-'));
    env = { PROVENANCE_URL: service.live.url, PROVENANCE_API_KEY: key };
    const generatorId = await registerGenerator(service.live, key);
    const content = new Blob([new Uint8Array(await makePicture())]);
    const signed = await clientOf().sign({ content, model: 'studio-3', generatorId });
    recordId = signed.recordId;
    writeFileSync(join(folder, 'signed.jpg'), new Uint8Array(await signed.content.arrayBuffer()));
  });
  after(async () => {
    await service.stop();
    packed.remove();
    authority.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const clientOf = () => createClient({ baseUrl: env.PROVENANCE_URL!, credential: env.PROVENANCE_API_KEY! });
  const provenance = (...words: string[]) => run(packed.program, words, { env, cwd: folder });
  const bytesOf = (name: string) => new Uint8Array(readFileSync(join(folder, name)));

  test('a certificate from request to revocation, on the command line', async () => {
    const name = ['--country', 'DE', '--organization', 'Acme', '--common-name', 'Acme Pictures'];
    const requested = await provenance('certificates', 'request', ...name, '--out', 'request.pem', '--json');
    assert.equal(requested.code, 0, requested.words);
    const { certificate_id: id } = JSON.parse(requested.output);
    writeFileSync(
      join(folder, 'chain.pem'),
      authority.sign(readFileSync(join(folder, 'request.pem'), 'utf8')) + authority.root,
    );
    const completed = await provenance('certificates', 'complete', id, 'chain.pem');
    assert.match(
      completed.output,
      new RegExp(`^${id} {2}active {2}until \\d{4}-\\d\\d-\\d\\d {2}C=DE, O=Acme, CN=Acme Pictures`),
    );
    const embedded = await provenance('c2pa', 'embed', 'signed.jpg', '--signature', 'classical', '--out', 'mine.jpg');
    assert.match(embedded.output, /^Written to mine\.jpg: urn:c2pa:.*, classical, without a time stamp\.$/m);
    const renewed = await provenance('certificates', 'renew', id);
    assert.match(renewed.output, /BEGIN CERTIFICATE REQUEST/);
    assert.match(renewed.words, /provenance certificates complete crt_/);
    assert.equal((await provenance('certificates', 'revoke', id)).code, 0);
    const listed = await provenance('certificates', 'list');
    assert.match(listed.output, new RegExp(`${id} {2}revoked`));
    assert.equal((await provenance('certificates', 'default', 'classical')).code, 0);
    assert.match((await provenance('certificates', 'list')).words, /signed with classical/);
    assert.equal((await provenance('certificates', 'default', 'ml-dsa-65')).code, 0);
  });

  test('a manifest is read, and a sidecar is written, on the command line', async () => {
    assert.equal((await provenance('c2pa', 'embed', 'signed.jpg', '--out', 'read.jpg')).code, 0);
    const read = await provenance('c2pa', 'read', 'read.jpg');
    assert.equal(read.code, 0, read.words);
    assert.match(read.output, /^state {9}Valid for this file\./m);
    assert.match(read.output, /^signed by {5}Content Provenance Service$/m);
    assert.match(read.output, /^certificate {3}ML-DSA-65, issued by Content Provenance Service, C2PA Root 1, valid /m);
    assert.match(read.output, /^actions {7}Created with AI$/m);
    const json = JSON.parse((await provenance('c2pa', 'read', 'read.jpg', '--json')).output);
    assert.deepEqual([json.state, json.is_service], ['valid', true]);
    assert.match((await provenance('c2pa', 'read', 'signed.jpg')).output, /^The file has no C2PA manifest\.$/m);
    assert.equal((await provenance('c2pa', 'read', 'signed.jpg')).code, 3);

    const broken = bytesOf('read.jpg');
    broken[broken.length - 100]! ^= 1;
    writeFileSync(join(folder, 'broken.jpg'), broken);
    const invalid = await provenance('c2pa', 'read', 'broken.jpg');
    assert.equal(invalid.code, 1);
    assert.match(invalid.output, /^errors {8}assertion\.dataHash\.mismatch$/m);

    const sidecar = await provenance('c2pa', 'sidecar', 'signed.jpg', '--signature', 'classical');
    assert.match(sidecar.output, /^Written to signed\.jpg\.c2pa: urn:c2pa:.*, classical, /m);
    assert.ok(Buffer.from(bytesOf('signed.jpg.c2pa')).includes('c2pa.claim.v2'));
  });

  test('invalid arguments get a sentence', async () => {
    for (const words of [
      ['certificates', 'request'],
      ['certificates', 'renew'],
      ['certificates', 'default', 'rsa'],
      ['certificates', 'import', 'key.pem'],
      ['c2pa', 'embed'],
      ['c2pa', 'read'],
      ['c2pa', 'sidecar'],
      ['c2pa', 'embed', 'signed.jpg', '--signature', 'rsa'],
      ['c2pa', 'resolve'],
    ]) {
      assert.equal((await provenance(...words)).code, 2, words.join(' '));
    }
    writeFileSync(join(folder, 'bad.pem'), 'hello');
    const refused = await provenance('certificates', 'import', 'bad.pem', 'bad.pem');
    assert.deepEqual([refused.code, /not a private key/.test(refused.words)], [4, true], refused.words);
  });

  test('a sidecar goes next to the file, which does not change', async () => {
    const before = bytesOf('signed.jpg');
    assert.equal((await provenance('c2pa', 'embed', 'signed.jpg', '--sidecar')).code, 0);
    assert.ok(bytesOf('signed.jpg.c2pa').length > 1000);
    assert.deepEqual(bytesOf('signed.jpg'), before);
  });

  test('a picture that lost its manifest leads back to it, on the command line and in the SDK', async () => {
    const { file, manifestId } = await clientOf().records.makeManifest(recordId, new Blob([bytesOf('signed.jpg')]));
    const stripped = await sharp(await file.arrayBuffer())
      .jpeg({ quality: 60 })
      .toBuffer();
    writeFileSync(join(folder, 'stripped.jpg'), stripped);
    const printed = await provenance('c2pa', 'resolve', 'stripped.jpg');
    assert.deepEqual([printed.code, printed.output.trim()], [0, manifestId]);
    const saved = await provenance('c2pa', 'resolve', 'stripped.jpg', '--out', 'found.c2pa', '--json');
    const answer = { file: 'stripped.jpg', manifest_id: manifestId, saved: 'found.c2pa' };
    assert.deepEqual(JSON.parse(saved.output), answer);
    const { resolution } = createClient({ baseUrl: env.PROVENANCE_URL! });
    const resolved = await resolution.resolve(new Blob([new Uint8Array(stripped)]));
    assert.equal(resolved!.manifestId, manifestId);
    assert.deepEqual(new Uint8Array(await resolved!.store.arrayBuffer()), bytesOf('found.c2pa'));
    writeFileSync(join(folder, 'text.txt'), 'Nothing to see here.');
    assert.equal((await provenance('c2pa', 'resolve', 'text.txt')).code, 3);
  });

  test('the SDK stores, binds and deletes a manifest', async () => {
    const maker = new StoreMaker();
    const { resolution } = clientOf();
    const { label, bytes } = await maker.make();
    maker.remove();
    assert.equal(await resolution.store(new Blob([new Uint8Array(bytes)])), label);
    const binding = { alg: 'com.example.mark', value: 'q83vEjRWeJA=' };
    await resolution.bind({ bindingValue: binding.value, manifestId: label, alg: binding.alg });
    await resolution.rebind({ bindingValue: binding.value, manifestId: label, alg: binding.alg });
    assert.deepEqual(await resolution.byBinding(binding), [label]);
    assert.equal((await resolution.manifest(label)).size, bytes.length);
    await resolution.delete(label);
    assert.deepEqual(await resolution.byBinding(binding, 5), []);
  });

  test('offline, the bundle proves files with either manifest, and no altered or unknown one', async () => {
    const { records } = clientOf();
    const old = await records.bundle(recordId);
    const content = new Blob([bytesOf('signed.jpg')]);
    for (const signature of ['ml-dsa-65', 'classical'] as const) {
      const { file } = await records.makeManifest(recordId, content, { signature });
      const bytes = new Uint8Array(await file.arrayBuffer());
      const bundle = await records.bundle(recordId);
      const check = async (given: string, file: Uint8Array) =>
        (await verifyBundle({ bundle: given, ...(await readCanonical(file)) })).authentic;
      assert.equal(await check(bundle, bytes), true, signature);
      assert.equal(await check(old, bytes), signature === 'ml-dsa-65', 'an older bundle does not know the delivery');
      const altered = new Uint8Array(bytes);
      altered[altered.length - 500]! ^= 1;
      assert.equal(await check(bundle, altered), false);
    }
  });
});
