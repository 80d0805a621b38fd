// A bucket of a store that an organization connected. Each request goes through the guard of
// outgoing HTTPS, which checks the address again, follows no redirect and limits the response. An
// error says what the store answered, but never shows a key or a signature.
import { setTimeout as pause } from 'node:timers/promises';
import type { ByteOutcome, OutgoingHttps } from '../outgoing-https/outgoing-https.ts';
import { objectAddress, type S3Place } from './s3-address.ts';
import { signRequest, type UnsignedRequest } from './signature-v4.ts';
import { readElement } from './xml.ts';

export interface ConnectedObject {
  readonly size: number;
  /** As the store names this version of the object. */
  readonly etag: string;
}

export interface ConnectedBucket {
  /** Undefined: there is no such object. */
  find(key: string): Promise<ConnectedObject | undefined>;
  /** Exactly these bytes of this version. */
  read(key: string, etag: string, offset: number, length: number): Promise<Uint8Array>;
  write(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * An object of many parts, each of at least 5 MiB but the last. It appears as a whole or not at
   * all. Resolves only if the store confirms the whole object. Otherwise, upload it again.
   */
  writeParts(key: string, parts: AsyncIterable<Uint8Array>): Promise<void>;
  remove(key: string): Promise<void>;
}

/** A sentence for the organization, which ends with what the store answered. */
export class ConnectedStoreFailed extends Error {
  /** Whether another attempt can succeed. */
  readonly canPass: boolean;

  constructor(message: string, canPass: boolean) {
    super(message);
    this.canPass = canPass;
  }
}

type Send = OutgoingHttps['request'];

export interface Patience {
  readonly attempts: number;
  readonly milliseconds: number;
}

/** For work on jobs. A part of 16 MiB arrives within the limit at 0.3 MB/s. */
export const longPatience: Patience = { attempts: 4, milliseconds: 60_000 };
/** While a caller waits for the response. */
export const shortPatience: Patience = { attempts: 1, milliseconds: 10_000 };
const firstPauseMilliseconds = 500;
const mostAnswerBytes = 64 * 1024;
const nothing = new Uint8Array();

export function connectBucket(send: Send, place: S3Place, patience: Patience): ConnectedBucket {
  async function call(
    method: UnsignedRequest['method'],
    url: URL,
    { headers = {}, body = nothing, mostBytes = mostAnswerBytes }: CallOptions = {},
  ): Promise<ByteOutcome & { readonly statusCode: number }> {
    for (let attempt = 1; ; attempt += 1) {
      const request = { method, url, headers, body };
      const signed = { ...signRequest(request, place, new Date()), 'content-length': String(body.length) };
      const limits = { mostBytes, milliseconds: patience.milliseconds };
      const outcome = await send(url.href, { method, headers: signed, body }, limits);
      const { statusCode } = outcome;
      if (statusCode !== null && !canPass(statusCode)) return { ...outcome, statusCode };
      if (attempt >= patience.attempts) throw failureOf(outcome);
      await pause(firstPauseMilliseconds * 2 ** (attempt - 1));
    }
  }

  async function expect(statuses: readonly number[], ...request: Parameters<typeof call>) {
    const outcome = await call(...request);
    if (!statuses.includes(outcome.statusCode)) throw failureOf(outcome);
    return outcome;
  }

  async function writePart(url: URL, body: Uint8Array): Promise<string> {
    const { headers } = await expect([200], 'PUT', url, { body });
    return headers.etag ?? fail('The store confirmed a part without an ETag.');
  }

  return {
    async find(key) {
      const outcome = await call('HEAD', objectAddress(place, key));
      if (outcome.statusCode === 404) return undefined;
      if (outcome.statusCode !== 200) throw failureOf(outcome);
      const { etag, 'content-length': length } = outcome.headers;
      if (!etag || length === undefined) fail('The store does not say the size and the ETag of the object.');
      return { size: Number(length), etag };
    },

    async read(key, etag, offset, length) {
      const headers = { range: `bytes=${offset}-${offset + length - 1}`, 'if-match': etag };
      const outcome = await call('GET', objectAddress(place, key), { headers, mostBytes: length });
      const { statusCode, bytes } = outcome;
      if (statusCode === 412 || statusCode === 404 || statusCode === 416) {
        fail('The object was changed or removed after the job was created.');
      }
      if (statusCode !== 206 && statusCode !== 200) throw failureOf(outcome);
      if (bytes?.length !== length) fail('The store did not return the bytes that were requested.');
      return bytes;
    },

    async write(key, bytes) {
      await expect([200], 'PUT', objectAddress(place, key), { body: bytes });
    },

    async writeParts(key, parts) {
      const start = objectAddress(place, key);
      start.searchParams.set('uploads', '');
      const begun = await expect([200], 'POST', start);
      const upload = readElement(textOf(begun), 'UploadId') ?? fail('The store did not name the upload.');
      const whole = objectAddress(place, key);
      whole.searchParams.set('uploadId', upload);
      try {
        const etags: string[] = [];
        for await (const part of parts) {
          const url = new URL(whole);
          url.searchParams.set('partNumber', String(etags.length + 1));
          etags.push(await writePart(url, part));
        }
        const completed = await expect([200], 'POST', whole, { body: Buffer.from(completion(etags)) });
        // The status comes before the work is done, so errors have it too (S3,
        // CompleteMultipartUpload).
        if (!isCompleted(textOf(completed)))
          throw new ConnectedStoreFailed('The store did not confirm the upload.', true);
      } catch (problem) {
        await call('DELETE', whole).catch(() => undefined);
        throw problem;
      }
    },

    async remove(key) {
      await expect([200, 204, 404], 'DELETE', objectAddress(place, key));
    },
  };
}

interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly mostBytes?: number;
}

function completion(etags: readonly string[]): string {
  const parts = etags.map(
    (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
  );
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function isCompleted(answer: string): boolean {
  return /<(?:\w+:)?CompleteMultipartUploadResult[\s>]/.test(answer);
}

/** 500 and above: the store has a problem. 429: too many requests. 408: it waited too long. */
function canPass(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

function textOf({ bytes }: ByteOutcome): string {
  return Buffer.from(bytes ?? nothing).toString();
}

function fail(message: string): never {
  throw new ConnectedStoreFailed(message, false);
}

/** S3's own code, such as `AccessDenied`, is of more help than the status. */
function failureOf(outcome: ByteOutcome): ConnectedStoreFailed {
  const { statusCode, failure } = outcome;
  if (statusCode === null) return new ConnectedStoreFailed(`The store cannot be reached. ${failure}`, true);
  const [code] = /^\w{1,60}$/.exec(readElement(textOf(outcome), 'Code') ?? '') ?? [];
  const answer = code ? `${statusCode} (${code})` : `${statusCode}`;
  // The upload was completed and the answer was lost, or somebody removed it. So upload again.
  const isUploadGone = code === 'NoSuchUpload';
  return new ConnectedStoreFailed(`The store answered with status ${answer}.`, isUploadGone || canPass(statusCode));
}
