// Records signed beforehand, as a client with its own keys sends them.
import {
  generateSigningSeed,
  publicKeyFromSeed,
  signedPayloadBytes,
  signMessage,
  verifySignature,
} from '../../../engine/src/index.ts';

export interface Submission {
  readonly signed_payload: Parameters<typeof signedPayloadBytes>[0];
  readonly signature: string;
}

const seed = generateSigningSeed();
const publicKey = publicKeyFromSeed(seed);
const contentHash = `sha3-256:${'0'.repeat(64)}`;

export const generatorBody = {
  name: 'Bench',
  supported_formats: ['image'],
  public_keys: [{ kid: 'bench', algorithm: 'ml-dsa-65', key: Buffer.from(publicKey).toString('base64') }],
};

export function makeSubmissions(count: number, generatorId: string): Promise<Submission[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const watermarkId = crypto.randomUUID();
      const payload = {
        content_hash: contentHash,
        generator_id: generatorId,
        model: 'bench',
        watermark_id: watermarkId,
      };
      const signature = Buffer.from(await signMessage(seed, signedPayloadBytes(payload))).toString('base64');
      return { ...payload, signed_payload: payload, signature };
    }),
  );
}

/** Bare verifications: only decoding, canonical bytes and ML-DSA-65. */
export async function verifyAll(submissions: readonly Submission[], parallel: number): Promise<void> {
  await inParallel(submissions, parallel, async ({ signed_payload, signature }) => {
    const message = signedPayloadBytes(signed_payload);
    const valid = await verifySignature(publicKey, message, Buffer.from(signature, 'base64'));
    if (!valid) throw new Error('A signature does not verify.');
  });
}

export async function inParallel<Item>(
  items: readonly Item[],
  parallel: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
    }),
  );
}
