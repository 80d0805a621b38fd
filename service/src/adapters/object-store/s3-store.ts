// Files of the service in a bucket of Amazon S3 or a compatible store. Each request has a time
// limit. A request that fails for a reason that can pass is sent again a few times. Keys and
// signatures never appear in an error.
import { setTimeout as pause } from 'node:timers/promises';
import { expectName, FileDamaged, type ObjectStore, type StoredFile, StoreUnavailable } from './object-store.ts';
import { bucketAddress, objectAddress, type S3Place } from './s3-address.ts';
import { signRequest, type UnsignedRequest } from './signature-v4.ts';
import { readKeys } from './xml.ts';

export type { S3Place };

export interface S3Limits {
  readonly requestMilliseconds: number;
  readonly attempts: number;
  readonly firstPauseMilliseconds: number;
}

/** A file has up to 64 MiB, so it arrives within the limit at 1.1 MB/s. */
const usualLimits: S3Limits = { requestMilliseconds: 60_000, attempts: 3, firstPauseMilliseconds: 200 };
/** Callers wait for a read, so it must end before they give up. */
const readLimits: Pick<S3Limits, 'requestMilliseconds'> = { requestMilliseconds: 5_000 };
/** In bytes. A page has at most 1,000 names of at most 1,024 bytes. */
const longestList = 4 * 1024 * 1024;
/** 500 and above: the store has a problem. 429: too many requests. 408: it waited too long. */
const canPass = (status: number) => status >= 500 || status === 429 || status === 408;

export function createS3Store(place: S3Place, limits: S3Limits = usualLimits): ObjectStore {
  const urlOf = (name: string) => objectAddress(place, expectName(name));

  async function send(
    request: UnsignedRequest,
    most: number,
    { requestMilliseconds, attempts, firstPauseMilliseconds }: S3Limits = limits,
  ): Promise<{ status: number; bytes: Buffer }> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await sendOnce(request, most, requestMilliseconds).catch(unavailable);
      const failed = outcome instanceof StoreUnavailable;
      if (!failed && !canPass(outcome.status)) return outcome;
      if (attempt >= attempts) throw failed ? outcome : refusal(outcome.status);
      await pause(firstPauseMilliseconds * 2 ** (attempt - 1));
    }
  }

  async function sendOnce(request: UnsignedRequest, most: number, milliseconds: number) {
    const { method, url, body } = request;
    const response = await fetch(url, {
      method,
      headers: signRequest(request, place, new Date()),
      ...(method === 'PUT' && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(milliseconds),
    });
    return { status: response.status, bytes: await readUpTo(response, most) };
  }

  async function list(start: string): Promise<readonly StoredFile[]> {
    const folder = place.prefix === '' ? '' : `${place.prefix}/`;
    const found: StoredFile[] = [];
    for (;;) {
      const url = bucketAddress(place);
      url.searchParams.set('list-type', '2');
      url.searchParams.set('prefix', folder + expectName(start));
      if (found.length > 0) url.searchParams.set('start-after', folder + found.at(-1)!.name);
      const { status, bytes } = await send({ method: 'GET', url, headers: {}, body: new Uint8Array() }, longestList);
      if (status !== 200) throw refusal(status);
      const page = readKeys(bytes.toString()).map(({ key, size }) => ({ name: key.slice(folder.length), size }));
      if (page.length === 0) return found;
      found.push(...page);
    }
  }

  async function remove(name: string): Promise<void> {
    const { status } = await send({ method: 'DELETE', url: urlOf(name), headers: {}, body: new Uint8Array() }, 0);
    if (status !== 204 && status !== 200 && status !== 404) throw refusal(status);
  }

  return {
    place: `s3://${[place.bucket, place.prefix].filter(Boolean).join('/')}`,

    async write(name, bytes) {
      const { status } = await send({ method: 'PUT', url: urlOf(name), headers: {}, body: bytes }, 0);
      if (status !== 200) throw refusal(status);
    },

    async read(name, offset, length) {
      const headers = { range: `bytes=${offset}-${offset + length - 1}` };
      const request = { method: 'GET', url: urlOf(name), headers, body: new Uint8Array() } as const;
      const { status, bytes } = await send(request, length, { ...limits, ...readLimits });
      if (status === 416) throw new FileDamaged(`The archive file ${name} is shorter than when it was written.`);
      // Some stores send the whole file with 200. That would be cut to the wrong bytes.
      if (status !== 206) throw refusal(status);
      if (bytes.length !== length) {
        throw new FileDamaged(`The store returned ${bytes.length} of ${length} bytes of the archive file ${name}.`);
      }
      return bytes;
    },

    remove,
    list,
    async removeAll(start) {
      for (const { name } of await list(start)) await remove(name);
    },
    freeBytes: async () => undefined,
  };
}

/** Reads no more than it needs, whatever the store sends. */
async function readUpTo(response: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    if (length < most) chunks.push(chunk);
    length += chunk.length;
    if (length > most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}

function refusal(status: number): StoreUnavailable {
  return new StoreUnavailable(`The archive store answered with status ${status}.`);
}

/** The cause can contain the address, but never a header. */
function unavailable(problem: unknown): StoreUnavailable {
  const { name, cause } = problem as Error & { cause?: NodeJS.ErrnoException };
  const why = name === 'TimeoutError' ? 'time limit reached' : (cause?.code ?? name);
  return new StoreUnavailable(`The archive store does not answer (${why}).`, { cause: problem });
}
