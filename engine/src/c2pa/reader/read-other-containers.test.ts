// The containers that c2pa-rs writes besides those of read-containers.test.ts. Our reader returns
// the same state, count and labels as c2pa-rs, and reports an altered file as invalid.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readReport } from '../../../test-support/c2pa-report.ts';
import { ForeignSigner, foreignIssuer } from '../../../test-support/foreign-manifests.ts';
import { samplesOf } from '../../../test-support/samples.ts';
import { type SharedFolder, testWithShared } from '../../../test-support/shared-folder.ts';
import { detectAssetType } from './asset-type.ts';
import { readManifest } from './read-manifest.ts';

const nobody = { roots: [], generatorStatus: async () => null };
const signer = new ForeignSigner();
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
);

async function expectSame(type: string, original: Buffer): Promise<void> {
  assert.equal(detectAssetType(original), type);
  const bytes = await signer.embed(type, original);
  const { validation_state, manifests, active_manifest } = await readReport(type, bytes);
  const read = (await readManifest(bytes, nobody))!;
  assert.equal(validation_state, 'Valid', type);
  assert.equal(read.state, validation_state.toLowerCase(), type);
  assert.equal(read.manifest_count, Object.keys(manifests).length);
  assert.deepEqual(
    read.assertions,
    manifests[active_manifest]!.assertions.map(({ label }) => label),
  );
  assert.deepEqual([read.signature_issuer, read.certificate?.subject], [foreignIssuer, foreignIssuer]);
  assert.equal(read.tool, 'somebody 1');

  const altered = Buffer.from(bytes);
  altered[bytes.length - 12]! ^= 1;
  const again = await readManifest(altered, nobody);
  assert.ok(!['valid', 'trusted'].includes(again?.state ?? ''), `${type}: ${again?.state}`);
}

test('SVG, AVI, FLAC and PDF give the same result as in c2pa-rs', async () => {
  await expectSame('image/svg+xml', svg);
  await expectSame('video/avi', tinyAvi());
  for (const [type, format] of [
    ['audio/flac', 'flac'],
    ['application/pdf', 'pdf'],
  ] as const) {
    const [sample] = (await samplesOf(format)).values();
    await expectSame(type, sample!);
  }
});

testWithShared('HEIF, HEIC, M4A and JPEG XL give the same result as in c2pa-rs', async (shared: SharedFolder) => {
  const heif = shared.bytes('corpus/c2pa-rs/sample1.heif');
  const heic = Buffer.from(heif);
  heic.write('heic', 8, 'latin1');
  await expectSame('image/heif', heif);
  await expectSame('image/heic', heic);
  await expectSame('audio/mp4', shared.bytes('corpus/audio-gpl/alac.m4a'));
  await expectSame('image/jxl', shared.bytes('corpus/c2pa-rs/sample1.jxl'));
});

function tinyAvi(): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content]);
  };
  const list = (type: string, content: Buffer) => chunk('LIST', Buffer.concat([Buffer.from(type), content]));
  const parts = [list('hdrl', chunk('avih', Buffer.alloc(56))), list('movi', chunk('00dc', Buffer.alloc(64, 7)))];
  return chunk('RIFF', Buffer.concat([Buffer.from('AVI '), ...parts]));
}
