// HTTPS to addresses from callers, without giving them access to the network of this machine. Every
// address that a name resolves to is checked, and the connection goes to exactly those, so that a
// name that resolves differently a moment later gains nothing. Redirects are not followed, a
// response is cut, and one time limit covers everything.
import { type IncomingHttpHeaders, type IncomingMessage, request as openPlainRequest } from 'node:http';
import { request as openRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';
import { inRequestSpan } from './request-span.ts';
import { isAbsence, type Resolve } from './resolve-host.ts';

export interface OutgoingHttps {
  /**
   * What is wrong with an address as a target, such as `must be an https address`. Undefined: no
   * known problem.
   */
  findFault(url: string): Promise<string | undefined>;
  /** Never fails: a problem is an outcome. */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<RequestOutcome>;
  get(url: string): Promise<RequestOutcome>;
  /** Returns the full response, by https only. Null: none came, or it is longer than mostBytes. */
  download(url: string, mostBytes: number): Promise<ByteOutcome>;
  /**
   * Any method, by https only, within another time limit. Returns the full response, as download.
   */
  request(
    url: string,
    request: OutgoingRequest,
    limits: { readonly mostBytes: number; readonly milliseconds: number },
  ): Promise<ByteOutcome>;
  /**
   * To an address that the operator chose, http included. Returns the full response. Null: none
   * came, or it is longer than mostBytes.
   */
  exchange(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: Uint8Array,
    mostBytes: number,
  ): Promise<ByteOutcome>;
}

export interface OutgoingRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface ByteOutcome {
  readonly statusCode: number | null;
  readonly bytes: Uint8Array | null;
  /** As its header says; null: it says nothing. */
  readonly contentType: string | null;
  /** Why there are no bytes. */
  readonly failure: string | null;
  /** The headers of the response. */
  readonly headers: IncomingHttpHeaders;
}

export interface RequestOutcome {
  /** Null: no response came. */
  readonly statusCode: number | null;
  /** The beginning of the response. */
  readonly responseBody: string | null;
  /** Why no response came. */
  readonly failure: string | null;
  /** Whether the reason is that the name does not exist or leads to a forbidden address. */
  readonly unreachable: boolean;
  /** The Retry-After header of the response, as sent. */
  readonly retryAfter: string | null;
  readonly milliseconds: number;
}

export interface OutgoingHttpsParts {
  readonly resolve: Resolve;
  /** Which IP addresses can be reached. Default: those of the public internet. */
  readonly isAllowed?: (address: string) => boolean;
  /** For everything from the resolution to the end of the response (specification: Limits). */
  readonly limitMilliseconds?: number;
}

const mostAnswerBytes = 4 * 1024;
const notPublic = 'must resolve to a public IP address';

class AddressRefused extends Error {}

export function createOutgoingHttps({
  resolve,
  isAllowed = isPublicAddress,
  limitMilliseconds = 10_000,
}: OutgoingHttpsParts): OutgoingHttps {
  async function resolveAllowed(hostname: string) {
    const addresses = await resolve(hostname);
    if (!addresses.every(({ address }) => isAllowed(address))) throw new AddressRefused();
    return addresses;
  }

  const lookup: LookupFunction = (hostname, { all }, callback) => {
    resolveAllowed(hostname).then(
      (addresses) => {
        if (all) callback(null, [...addresses]);
        else callback(null, addresses[0]!.address, addresses[0]!.family);
      },
      (problem) => callback(problem as NodeJS.ErrnoException, ''),
    );
  };

  function open(
    url: URL,
    { method, headers, body }: OutgoingRequest,
    openWith = openRequest,
    milliseconds = limitMilliseconds,
  ) {
    const literal = literalOf(url);
    // Node looks up only names.
    if (literal !== undefined && !isAllowed(literal)) throw new AddressRefused();
    const signal = AbortSignal.timeout(milliseconds);
    return openWith(url, { method, headers, agent: false, lookup, signal }).end(body);
  }

  async function send(url: string, sent: OutgoingRequest): Promise<RequestOutcome> {
    const started = performance.now();
    const elapsed = () => Math.round(performance.now() - started);
    try {
      const request = open(new URL(url), sent);
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        request.on('response', resolve).on('error', reject);
      });
      const responseBody = await readBeginning(answer);
      request.destroy();
      const statusCode = answer.statusCode!;
      const retryAfter = answer.headers['retry-after'] ?? null;
      return { statusCode, responseBody, failure: null, unreachable: false, retryAfter, milliseconds: elapsed() };
    } catch (problem) {
      const nothing = { statusCode: null, responseBody: null, retryAfter: null };
      return { ...nothing, ...failureOf(problem), milliseconds: elapsed() };
    }
  }

  async function exchange(
    url: string,
    sent: OutgoingRequest,
    mostBytes: number,
    openWith = openRequest,
    milliseconds = limitMilliseconds,
  ): Promise<ByteOutcome> {
    try {
      const request = open(new URL(url), sent, openWith, milliseconds);
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        request.on('response', resolve).on('error', reject);
      });
      const bytes = await readAll(answer, mostBytes);
      request.destroy();
      const contentType = answer.headers['content-type'] ?? null;
      const failure = bytes ? null : 'The answer is too long.';
      return { statusCode: answer.statusCode!, bytes, contentType, failure, headers: answer.headers };
    } catch (problem) {
      return { statusCode: null, bytes: null, contentType: null, failure: failureOf(problem).failure, headers: {} };
    }
  }

  return {
    async findFault(text) {
      const url = URL.parse(text);
      if (url?.protocol !== 'https:') return 'must be an https:// URL';
      if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
      const literal = literalOf(url);
      if (literal !== undefined) return isAllowed(literal) ? undefined : notPublic;
      try {
        await resolveAllowed(url.hostname);
      } catch (problem) {
        // A name that does not resolve now can do so later. Every connection checks again.
        if (problem instanceof AddressRefused) return notPublic;
      }
      return undefined;
    },

    post: (url, headers, body) => inRequestSpan('POST', url, () => send(url, { method: 'POST', headers, body })),
    get: (url) => inRequestSpan('GET', url, () => send(url, { method: 'GET', headers: {} })),
    download: (url, mostBytes) =>
      inRequestSpan('GET', url, () => exchange(url, { method: 'GET', headers: {} }, mostBytes)),
    request: (url, sent, { mostBytes, milliseconds }) => {
      if (!url.startsWith('https:')) throw new TypeError('Only https addresses can be requested.');
      return inRequestSpan(sent.method, url, () => exchange(url, sent, mostBytes, openRequest, milliseconds));
    },
    exchange: (url, headers, body, mostBytes) => {
      const openWith = url.startsWith('http:') ? openPlainRequest : openRequest;
      return inRequestSpan('POST', url, () => exchange(url, { method: 'POST', headers, body }, mostBytes, openWith));
    },
  };
}

/** The IP address in the place of a name. URL has normalized every notation. */
function literalOf({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? undefined : bare;
}

/** The status decides. A body that breaks off or is too slow only ends early. */
async function readBeginning(answer: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of answer) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= mostAnswerBytes) break;
    }
  } catch {}
  const beginning = Buffer.concat(chunks).subarray(0, mostAnswerBytes);
  // `stream` drops a character that the cut split. PostgreSQL's text cannot contain NUL.
  return new TextDecoder().decode(beginning, { stream: true }).replaceAll('\0', '\ufffd');
}

/** Null: longer than that. */
async function readAll(answer: AsyncIterable<Buffer>, mostBytes: number): Promise<Uint8Array | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer) {
    length += chunk.length;
    if (length > mostBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function failureOf(problem: unknown): Pick<RequestOutcome, 'failure' | 'unreachable'> {
  if (problem instanceof AddressRefused)
    return { failure: 'The host does not have a public IP address.', unreachable: true };
  const { name, code } = problem as NodeJS.ErrnoException;
  if (name === 'AbortError' || name === 'TimeoutError')
    return { failure: 'The request timed out.', unreachable: false };
  return { failure: `The connection failed (${code ?? 'unknown'}).`, unreachable: isAbsence(problem) };
}
