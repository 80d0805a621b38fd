// Files with their proof bundles, true and altered, and what the TypeScript SDK finds for each:
// what another implementation of the verification must find too.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@content-provenance/client';
import { prepareContent, readCanonical } from '@content-provenance/client/node';
import { hashContent, SigningKey, verifyBundle } from '@content-provenance/client/signing';
import sharp from 'sharp';
import { makeNoise } from '../../engine/test-support/made-wav.ts';
import { foreignXmp } from '../../engine/test-support/sample-pictures.ts';
import type { RunningService } from '../../service/test-support/running-service.ts';
import { registerGenerator } from '../../service/test-support/signing-client.ts';
import { makePicture } from './signed-picture.ts';

interface Signed {
  readonly name: string;
  readonly content: Buffer;
  readonly bundle: string;
}

/** Writes the files and cases.json. Returns the number of cases. */
export async function writeBundleCases(service: RunningService, key: string, folder: string): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const client = createClient({ baseUrl: service.live.url, credential: key });
  const roots = await client.system.roots();
  const all = [...(await signHere(client)), ...(await signOnService(service, key))];
  const cases: object[] = [];
  const write = (name: string, content: string | Uint8Array) => {
    writeFileSync(join(folder, name), content);
    return name;
  };
  const add = async (bundle: string, content: Buffer, trusted?: string) => {
    const number = cases.length;
    const found = await verifyBundle({
      bundle,
      ...(await readCanonical(content)),
      ...(trusted !== undefined && { roots: trusted }),
    });
    const { statement: _, ...expected } = found;
    cases.push({
      bundle: write(`${number}.json`, bundle),
      content: write(`${number}.bin`, content),
      roots: trusted ?? null,
      expected,
    });
  };
  for (const [place, { content, bundle, name }] of all.entries()) {
    await add(bundle, content);
    await add(bundle, content, roots);
    await add(bundle, content, '');
    for (const changed of changesOf(content)) await add(bundle, changed);
    await add(bundle, all[(place + 1) % all.length]!.content);
    for (const altered of alteredBundles(bundle, all[(place + 1) % all.length]!.bundle)) await add(altered, content);
    write(`signed-${name}`, content);
  }
  write('cases.json', JSON.stringify(cases));
  write('roots.pem', roots);
  return cases.length;
}

async function signOnService(service: RunningService, key: string): Promise<Signed[]> {
  const client = createClient({ baseUrl: service.live.url, credential: key });
  const generatorId = await registerGenerator(service.live, key);
  const jpeg = await makePicture();
  const contents: [string, Uint8Array][] = [
    ['jpeg', jpeg],
    ['png', await sharp(jpeg).png().toBuffer()],
    ['png-xmp', await sharp(jpeg).withXmp(foreignXmp).png().toBuffer()],
    ['jpeg-xmp', await sharp(jpeg).withXmp(foreignXmp).jpeg().toBuffer()],
    [
      'jpeg-exif',
      await sharp(jpeg)
        .withExif({ IFD0: { Copyright: 'Acme' } })
        .jpeg()
        .toBuffer(),
    ],
    ['webp', await sharp(jpeg).webp({ quality: 90 }).toBuffer()],
    ['webp-lossless', await sharp(jpeg).resize(101).ensureAlpha(0.5).webp({ lossless: true }).toBuffer()],
    ['webp-xmp', await sharp(jpeg).withXmp(foreignXmp).webp().toBuffer()],
    [
      'webp-exif',
      await sharp(jpeg)
        .withExif({ IFD0: { Copyright: 'Acme' } })
        .webp()
        .toBuffer(),
    ],
    ['wav', makeNoise(7)],
    ['text', Buffer.from('A text that a model wrote.\n\nIn two paragraphs.\n')],
  ];
  const signed: Signed[] = [];
  for (const [name, content] of contents) {
    const made = await client.sign({ content: new Blob([new Uint8Array(content)]), model: 'studio-3', generatorId });
    signed.push({ name, content: Buffer.from(await made.bytes()), bundle: await client.records.bundle(made.recordId) });
  }
  const revoked = await registerGenerator(service.live, key);
  const made = await client.sign({ content: new Blob(['Soon revoked.\n']), model: 'studio-3', generatorId: revoked });
  await client.generators.revoke(revoked);
  const bundle = await client.records.bundle(made.recordId);
  return [...signed, { name: 'revoked', content: Buffer.from(await made.bytes()), bundle }];
}

/** With an own key: a picture with its token inside, and a text and a picture without. */
async function signHere(client: ReturnType<typeof createClient>): Promise<Signed[]> {
  const key = await SigningKey.generate();
  const { generator_id: generatorId } = await client.generators.create({
    name: 'Own key',
    supported_formats: ['image', 'text'],
    public_keys: [key.toPublicKey()],
  });
  const picture = await makePicture();
  const prepared = await prepareContent(picture, key.deriveId('picture'));
  const { contentHash, exactFormat } = prepared;
  const record = await key.signRecord({
    generatorId,
    model: 'own',
    contentHash,
    exactFormat,
    watermarkId: key.deriveId('picture'),
  });
  const { token, record_id } = await client.records.submit(record);
  const inside = { name: 'own', content: Buffer.from(prepared.withToken(token)) };
  const signed: Signed[] = [{ ...inside, bundle: await client.records.bundle(record_id) }];
  for (const [name, content] of [
    ['own-text', Buffer.from('A text, signed by its owner.\n')],
    ['own-whole', await sharp(picture).rotate(90).jpeg().toBuffer()],
  ] as const) {
    const fields = { generatorId, model: 'own', contentHash: await hashContent(content) };
    const stored = await client.records.submit(await key.signRecord(fields));
    signed.push({ name, content, bundle: await client.records.bundle(stored.record_id) });
  }
  return signed;
}

/** Bytes in the metadata densely, the others sparsely; and the token moved, removed and doubled. */
function changesOf(content: Buffer): Buffer[] {
  const places = Array.from({ length: 12 }, (_, number) =>
    number < 8 ? number * 97 : Math.floor((content.length * (number - 7)) / 5),
  );
  const flipped = places
    .filter((at) => at < content.length)
    .map((at) => {
      const changed = Buffer.from(content);
      changed[at]! ^= 1 << (at % 8);
      return changed;
    });
  const at = content.indexOf('svc_');
  if (at < 0) return [...flipped, Buffer.concat([content, Buffer.from(' ')])];
  const other = Buffer.from(content);
  other.write(`svc_${'A'.repeat(47)}`, at);
  return [...flipped, other, Buffer.concat([content, Buffer.from('\0')]), content.subarray(0, -1)];
}

function alteredBundles(bundle: string, other: string): string[] {
  const { statement, signature } = JSON.parse(bundle);
  const mixed = [
    { statement, signature: JSON.parse(other).signature },
    { statement: { ...statement, record: JSON.parse(other).statement.record }, signature },
    { statement: { ...statement, certificates: statement.certificates.toReversed() }, signature },
    { statement: { ...statement, token: `svc_${'A'.repeat(47)}` }, signature },
    { statement, signature, more: 1 },
  ].map((each) => JSON.stringify(each));
  const spelled = [
    `${bundle}\n`,
    ` ${bundle}`,
    JSON.stringify(JSON.parse(bundle), null, 1),
    '',
    'null',
    '[]',
    '{}',
    '1e400',
  ];
  const flipped = Array.from({ length: 12 }, (_, number) => {
    const changed = Buffer.from(bundle);
    changed[Math.floor((bundle.length * number) / 12)]! ^= 1;
    return changed.toString('latin1');
  });
  return [...mixed, ...spelled, ...flipped];
}
