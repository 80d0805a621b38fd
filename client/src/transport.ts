// Carries one operation over HTTP. fetch does all of it; only an upload whose progress is wanted goes through
// XMLHttpRequest, because fetch cannot tell how much has been sent.
import type { Answer, Input, OperationName } from './operation.ts';
import { type ErrorBody, ServiceError, unreachable } from './service-error.ts';

export interface ClientOptions {
  /** Address of the service, e.g. `https://provenance.example`; in its own pages the origin. */
  readonly baseUrl: string;
  /** A session token or an API key; a function is asked at every call. */
  readonly credential?: string | (() => string | undefined);
}

export interface UploadOptions {
  /** From 0 to 1, of what has been sent. Heard in browsers only. */
  readonly onProgress?: (fraction: number) => void;
  readonly signal?: AbortSignal;
}

/** An answer as it arrived: status, headers and bytes. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Blob;
}

interface LooseInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is used of a browser's XMLHttpRequest; Node has none, and its types do not know it. */
interface WatchedRequest {
  responseType: string;
  readonly status: number;
  readonly response: unknown;
  readonly upload: {
    onprogress: ((event: { readonly loaded: number; readonly total: number }) => void) | null;
    onload: (() => void) | null;
  };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(form: FormData): void;
  abort(): void;
}

const { XMLHttpRequest: BrowserRequest } = globalThis as unknown as { XMLHttpRequest?: new () => WatchedRequest };

export type Transport = ReturnType<typeof createTransport>;

export function createTransport({ baseUrl, credential }: ClientOptions) {
  const base = baseUrl.replace(/\/$/, '');

  function headersOf(own: Readonly<Record<string, string>> = {}): Record<string, string> {
    const given = typeof credential === 'function' ? credential() : credential;
    return { ...own, ...(given !== undefined && { authorization: `Bearer ${given}` }) };
  }

  async function raw(name: OperationName, input: LooseInput): Promise<RawAnswer> {
    const [method, path] = name.split(' ') as [string, string];
    const json = input.body !== undefined;
    const answer = await fetch(base + fillPath(path, input.path) + writeQuery(input.query), {
      method,
      headers: headersOf({ ...input.headers, ...(json && { 'content-type': 'application/json' }) }),
      ...(json && { body: JSON.stringify(input.body) }),
    }).catch((cause: unknown) => Promise.reject(unreachable(cause)));
    return orError({ status: answer.status, headers: answer.headers, body: await answer.blob() });
  }

  return {
    /** An operation with a JSON answer. */
    async call<Name extends OperationName>(name: Name, input: Input<Name>): Promise<Answer<Name>> {
      const { body } = await raw(name, input as LooseInput);
      return JSON.parse(await body.text()) as Answer<Name>;
    },

    /** An operation that answers with a file. */
    download<Name extends OperationName>(name: Name, input: Input<Name>): Promise<RawAnswer> {
      return raw(name, input as LooseInput);
    },

    /** A form with a file in it. */
    async upload(
      name: OperationName,
      form: FormData,
      { headers, ...options }: UploadOptions & { readonly headers?: Readonly<Record<string, string>> } = {},
    ): Promise<RawAnswer> {
      const path = name.split(' ')[1]!;
      const send = options.onProgress && BrowserRequest ? sendWatched : sendForm;
      return orError(await send(base + path, form, headersOf(headers), options));
    },
  };
}

async function sendForm(
  url: string,
  form: FormData,
  headers: Record<string, string>,
  { signal }: UploadOptions,
): Promise<RawAnswer> {
  const answer = await fetch(url, { method: 'POST', headers, body: form, ...(signal && { signal }) }).catch(
    (cause: unknown) => Promise.reject(signal?.aborted ? cause : unreachable(cause)),
  );
  return { status: answer.status, headers: answer.headers, body: await answer.blob() };
}

function sendWatched(
  url: string,
  form: FormData,
  headers: Record<string, string>,
  { onProgress, signal }: UploadOptions,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = new BrowserRequest!();
    request.open('POST', url);
    request.responseType = 'blob';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.upload.onload = () => onProgress?.(1);
    request.onerror = () => reject(unreachable(undefined));
    request.onabort = () => reject(signal?.reason ?? unreachable(undefined));
    request.onload = () => {
      const { status, response } = request;
      resolve({ status, headers: readHeaders(request.getAllResponseHeaders()), body: response as Blob });
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

async function orError(answer: RawAnswer): Promise<RawAnswer> {
  if (answer.status < 400) return answer;
  const text = await answer.body.text();
  const after = Number(answer.headers.get('retry-after') ?? Number.NaN);
  throw new ServiceError(answer.status, readErrorBody(text, answer.status), Number.isNaN(after) ? undefined : after);
}

/** A proxy in between may answer with words of its own. */
function readErrorBody(text: string, status: number): ErrorBody {
  try {
    const body = JSON.parse(text) as ErrorBody;
    if (typeof body.error === 'string' && typeof body.message === 'string') return body;
  } catch {}
  return { error: 'unexpected_answer', message: `The answer with status ${status} did not come from the service.` };
}

function fillPath(path: string, values: Readonly<Record<string, string>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

function writeQuery(query: Readonly<Record<string, unknown>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

function readHeaders(lines: string): Headers {
  const headers = new Headers();
  for (const line of lines.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
