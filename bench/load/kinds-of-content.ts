// Files of each kind that organizations sign, as operations for a load: sign one, verify it, and
// verify a file that nobody signed, which is the most expensive search.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { makeForm } from '../../service/test-support/shared-photos.ts';
import type { LoadingOrganization, Operation } from '../../test/load/operations.ts';

const media = join(import.meta.dirname, '../../../shared/media');
const read = (path: string) => readFileSync(join(media, path));
const text = 'The bridge was built in the spring of that year, and everyone who crossed it said the same. ';
const sides = { width: 1_000, height: 750 };

interface Sample {
  readonly kind: string;
  readonly signed: Uint8Array;
  readonly unknown: Uint8Array;
}

async function makeSamples(): Promise<Sample[]> {
  const first = sharp(read('photos/Bridge_by_Sander_Klootwijk.jpg')).resize({ ...sides, fit: 'cover' });
  // The mixed load signs all photographs.
  const second = sharp(randomBytes(24 * 18 * 3), { raw: { width: 24, height: 18, channels: 3 } }).resize(sides);
  const both = async (kind: string, encode: (source: Sharp) => Sharp) => ({
    kind,
    signed: await encode(first.clone()).toBuffer(),
    unknown: await encode(second.clone()).toBuffer(),
  });
  return [
    await both('JPEG, 1000 × 750', (source) => source.jpeg({ quality: 90 })),
    await both('PNG, 1000 × 750', (source) => source.png()),
    await both('WebP, 1000 × 750', (source) => source.webp({ quality: 90 })),
    {
      kind: 'WAV, 5 s',
      signed: read('audio/debian.wav'),
      unknown: read('audio/demo-instruct.wav').subarray(0, 160_044),
    },
    { kind: 'FLAC, 8 s', signed: read('audio/loop_garzul.flac'), unknown: read('audio/ambi_sauna.flac') },
    { kind: 'MOV, 8 s, 568 × 320', signed: read('video/motion.mov'), unknown: read('video/birds.mp4') },
    {
      kind: 'text, 2 kB',
      signed: Buffer.from(text.repeat(20)),
      unknown: Buffer.from('Nobody signed this. '.repeat(100)),
    },
  ];
}

/** Each is measured alone, so their shares are equal. */
export async function prepareKinds(url: string, org: LoadingOrganization): Promise<Operation[]> {
  const sign = async (content: Uint8Array) => {
    const body = makeForm({ content, model: 'studio-3', generator_id: org.serverGeneratorId });
    return post(`${url}/v1/sign`, body, { authorization: `Bearer ${org.key}` });
  };
  const verify = async (content: Uint8Array) =>
    JSON.parse((await post(`${url}/v1/verify`, makeForm({ content }))).toString());
  const operations: Operation[] = [];
  for (const { kind, signed, unknown } of await makeSamples()) {
    const delivered = await sign(signed);
    operations.push(
      { kind: `sign ${kind}`, share: 1, run: async () => void (await sign(signed)) },
      {
        kind: `verify ${kind}`,
        share: 1,
        run: async () => expectThat((await verify(delivered)).authentic === true, kind),
      },
      {
        kind: `verify unknown ${kind}`,
        share: 1,
        run: async () => expectThat((await verify(unknown)).token_source === null, kind),
      },
    );
  }
  return operations;
}

async function post(url: string, body: FormData, headers: Record<string, string> = {}): Promise<Buffer> {
  const response = await fetch(url, { method: 'POST', body, headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  expectThat(response.status === 200, `${response.status}: ${bytes.subarray(0, 300)}`);
  return bytes;
}

function expectThat(isRight: boolean, what: string): void {
  if (!isRight) throw new Error(`Not as expected: ${what}`);
}
