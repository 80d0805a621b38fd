// Offline verification: content and its proof bundle, without a network and without the service.
// Signature and hash are proven, and a changed byte anywhere, in the bundle or in the content, is
// found. ALL_BYTES=true tries every byte of the bundle, not every 41st.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createClient } from '@content-provenance/client';
import { readCanonical } from '@content-provenance/client/node';
import { hashContent, SigningKey, verifyBundle } from '@content-provenance/client/signing';
import { startRunningService } from '../../service/test-support/running-service.ts';
import { makeSigningAccount, registerGenerator } from '../../service/test-support/signing-client.ts';
import { linesOf, type PackedClient, packClient, run } from '../test-support/provenance-program.ts';
import { makePicture } from '../test-support/signed-picture.ts';

let packed: PackedClient;
let folder: string;
/** Names of files. */
const files = { picture: '', bundle: '', roots: '', text: '', textBundle: '', revokedBundle: '' };

before(async () => {
  packed = await packClient();
  folder = mkdtempSync(join(tmpdir(), 'provenance-offline-'));
  for (const name of Object.keys(files) as (keyof typeof files)[]) files[name] = join(folder, name);
  const service = await startRunningService();
  try {
    const { key: credential } = await makeSigningAccount(service);
    const client = createClient({ baseUrl: service.live.url, credential });
    const generatorId = await registerGenerator(service.live, credential);
    const content = new Blob([new Uint8Array(await makePicture())]);
    const signed = await client.sign({ content, model: 'studio-3', generatorId });
    writeFileSync(files.picture, new Uint8Array(await signed.content.arrayBuffer()));
    writeFileSync(files.bundle, await client.records.bundle(signed.recordId));
    writeFileSync(files.roots, await client.system.roots());

    const key = await SigningKey.generate();
    const { generator_id } = await client.generators.create({
      name: 'Own key',
      supported_formats: ['text'],
      public_keys: [key.toPublicKey()],
    });
    const text = 'A text that a model wrote.\n';
    const record = { generatorId: generator_id, model: 'writer-1', contentHash: await hashContent(text) };
    const { record_id } = await client.records.submit(await key.signRecord({ ...record, format: 'text' }));
    writeFileSync(files.text, text);
    writeFileSync(files.textBundle, await client.records.bundle(record_id));
    await client.generators.revoke(generator_id);
    writeFileSync(files.revokedBundle, await client.records.bundle(record_id));
  } finally {
    // From here on, there is no service.
    await service.stop();
  }
});
after(() => {
  packed.remove();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Without any network if the system allows it, otherwise with a Node that cannot open connections.
 */
function verifyCutOff(...words: string[]) {
  const cut = spawnSync('unshare', ['-rn', 'true']).status === 0;
  const through = cut
    ? ['unshare', '-rn']
    : ['env', `NODE_OPTIONS=--import=data:text/javascript,${encodeURIComponent(noNetwork)}`];
  return run(packed.program, ['verify', '--offline', '--json', ...words], { through });
}

const noNetwork = `import net from 'node:net'; import dns from 'node:dns';
const refuse = () => { throw new Error('The network is cut.'); };
net.Socket.prototype.connect = refuse; dns.lookup = refuse; globalThis.fetch = refuse;`;

test('without a network the bundle proves signature and hash, for both kinds of keys', async () => {
  for (const [bundle, content] of [
    [files.bundle, files.picture],
    [files.textBundle, files.text],
  ] as const) {
    const proven = await verifyCutOff('--bundle', bundle, '--roots', files.roots, content);
    const [{ authentic, root_known, statement }] = linesOf(proven);
    assert.deepEqual([proven.code, authentic, root_known], [0, true, true], proven.words);
    assert.equal(statement.record.generator_status, 'active');
  }
  const stranger = await verifyCutOff('--bundle', files.bundle, files.picture);
  assert.deepEqual([stranger.code, linesOf(stranger)[0].root_known], [0, null]);
});

test('other content, another root, a revoked generator or another bundle is not proven, with the reason', async () => {
  const other = await verifyCutOff('--bundle', files.bundle, files.text);
  assert.deepEqual([other.code, linesOf(other)[0].reason], [1, 'content_tampered']);
  const bundle = readFileSync(files.bundle, 'utf8');
  const content = await readCanonical(readFileSync(files.picture));
  const reasonOf = async (proof: object) => (await verifyBundle({ bundle, ...content, ...proof })).reason;
  assert.equal(await reasonOf({ roots: '' }), 'root_unknown');
  assert.equal(await reasonOf({ isDelivered: undefined, token: 'svc_another' }), 'content_tampered');
  const text = await readCanonical(readFileSync(files.text));
  assert.equal(await reasonOf({ bundle: readFileSync(files.revokedBundle, 'utf8'), ...text }), 'generator_revoked');
  const { statement, signature } = JSON.parse(bundle);
  const others = JSON.parse(readFileSync(files.textBundle, 'utf8'));
  for (const mixed of [
    { statement, signature: others.signature },
    { statement: { ...statement, record: others.statement.record }, signature },
    { statement: { ...statement, certificates: others.statement.certificates.toReversed() }, signature },
    { statement, signature, more: 1 },
  ]) {
    assert.equal(await reasonOf({ bundle: JSON.stringify(mixed) }), 'bundle_altered');
  }
  for (const spelling of [`${bundle}\n`, ` ${bundle}`, JSON.stringify(JSON.parse(bundle), null, 1), '', 'null', '[]']) {
    assert.equal(await reasonOf({ bundle: spelling }), 'bundle_altered');
  }
});

test('a changed byte anywhere in the bundle is found', async () => {
  const bundle = readFileSync(files.bundle);
  const content = await readCanonical(readFileSync(files.picture));
  assert.equal((await verifyBundle({ bundle: bundle.toString(), ...content })).authentic, true);
  const step = process.env.ALL_BYTES === 'true' ? 1 : 41;
  for (let at = 0; at < bundle.length; at += step) {
    const altered = Buffer.from(bundle);
    altered[at]! ^= 1 << (at % 7);
    const { authentic } = await verifyBundle({ bundle: altered.toString('latin1'), ...content });
    assert.equal(authentic, false, `byte ${at}: ${bundle.toString('latin1', at - 20, at + 20)}`);
  }
});

test('a changed byte anywhere in the content is found', async () => {
  const picture = readFileSync(files.picture);
  const bundle = readFileSync(files.bundle, 'utf8');
  // The metadata at the beginning, where the token is, densely, and the rest sparsely.
  for (let at = 0; at < picture.length; at += at < 1_500 ? 7 : 397) {
    const altered = Buffer.from(picture);
    altered[at]! ^= 1 << (at % 8);
    const { authentic } = await verifyBundle({ bundle, ...(await readCanonical(altered)) });
    assert.equal(authentic, false, `byte ${at}`);
  }
});
