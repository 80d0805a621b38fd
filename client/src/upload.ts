// Uploads a form with one file and reports progress. A browser uses XMLHttpRequest, because fetch
// does not report upload progress. Other platforms send a stream of known length. A file on disk is
// read in pieces while it is sent.
import type { CallOptions } from './call-limits.ts';
import { unreachable } from './service-error.ts';

export interface UploadOptions extends CallOptions {
  /** Upload progress from 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}

/** How one attempt is sent: the signal ends it (call-limits.ts). */
export interface Sending {
  readonly onProgress?: UploadOptions['onProgress'] | undefined;
  readonly signal: AbortSignal;
}

/** Bytes in memory are sent directly: a Blob would be a copy, read in small pieces. */
export type Content = Blob | Uint8Array<ArrayBuffer>;

/** The form: text fields, then the file, so that the service knows the fields first. */
export interface UploadForm {
  readonly fields: Readonly<Record<string, string | undefined>>;
  readonly content: Content;
  readonly fileName?: string | undefined;
}

/** A raw response: status, headers and bytes. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Blob;
  /** The body as bytes, without a copy if it is not a Blob. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

/** The parts of XMLHttpRequest that this file uses. Node and its types do not have it. */
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
  onloadend: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(form: FormData): void;
  abort(): void;
}

type Headings = Readonly<Record<string, string>>;

const { XMLHttpRequest: BrowserRequest } = globalThis as unknown as { XMLHttpRequest?: new () => WatchedRequest };

export function sendForm(url: string, form: UploadForm, headers: Headings, options: Sending): Promise<RawAnswer> {
  if (!options.onProgress) return sendPlain(url, form, headers, options);
  return BrowserRequest ? sendWatched(url, form, headers, options) : sendCounted(url, form, headers, options);
}

/** A response of fetch with its complete body. */
export async function readAnswer(asked: Promise<Response>, signal: AbortSignal): Promise<RawAnswer> {
  try {
    const answer = await asked;
    return new FetchedAnswer(answer, new Uint8Array(await answer.arrayBuffer()));
  } catch (cause) {
    throw signal.aborted ? signal.reason : unreachable(cause);
  }
}

class FetchedAnswer implements RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly #bytes: Uint8Array<ArrayBuffer>;
  #body: Blob | undefined;

  constructor({ status, headers }: Response, bytes: Uint8Array<ArrayBuffer>) {
    this.status = status;
    this.headers = headers;
    this.#bytes = bytes;
  }

  get body(): Blob {
    this.#body ??= new Blob([this.#bytes], { type: this.headers.get('content-type') ?? '' });
    return this.#body;
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#bytes;
  }
}

function sendPlain(url: string, form: UploadForm, headers: Headings, { signal }: Sending) {
  const own = form.content instanceof Blob ? { headers, body: formDataOf(form) } : joinedForm(form, headers);
  return readAnswer(fetch(url, { method: 'POST', ...own, signal }), signal);
}

/** One piece of known length. */
function joinedForm(form: UploadForm, headers: Headings) {
  const boundary = `----${crypto.randomUUID()}`;
  const [head, tail] = formAround(form, boundary).map((text) => new TextEncoder().encode(text)) as [
    Uint8Array,
    Uint8Array,
  ];
  const content = form.content as Uint8Array<ArrayBuffer>;
  const body = new Uint8Array(head.length + content.length + tail.length);
  body.set(head);
  body.set(content, head.length);
  body.set(tail, head.length + content.length);
  return { headers: { ...headers, ...formType(boundary) }, body };
}

function formType(boundary: string) {
  return { 'content-type': `multipart/form-data; boundary=${boundary}` };
}

function sendCounted(
  url: string,
  form: UploadForm,
  headers: Headings,
  { onProgress, signal }: Sending,
): Promise<RawAnswer> {
  const boundary = `----${crypto.randomUUID()}`;
  const [head, tail] = formAround(form, boundary);
  // One Blob around the others, so that the file is not copied.
  const whole = new Blob([head, form.content, tail]);
  let sent = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      sent += chunk.length;
      onProgress?.(Math.min(sent / whole.size, 1));
      controller.enqueue(chunk);
    },
  });
  const request = {
    method: 'POST',
    // With the length, the service reserves only the memory that this upload needs.
    headers: {
      ...headers,
      ...formType(boundary),
      'content-length': `${whole.size}`,
    },
    body: (whole.stream() as ReadableStream<Uint8Array>).pipeThrough(count),
    duplex: 'half',
    signal,
  };
  return readAnswer(fetch(url, request as RequestInit), signal);
}

function sendWatched(
  url: string,
  form: UploadForm,
  headers: Headings,
  { onProgress, signal }: Sending,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = new BrowserRequest!();
    request.open('POST', url);
    request.responseType = 'blob';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.upload.onload = () => onProgress?.(1);
    request.onerror = () => reject(unreachable(undefined));
    request.onabort = () => reject(signal.aborted ? signal.reason : unreachable(undefined));
    request.onload = () => {
      const { status, response } = request;
      const body = response as Blob;
      const bytes = async () => new Uint8Array(await body.arrayBuffer());
      resolve({ status, headers: readHeaders(request.getAllResponseHeaders()), body, bytes });
    };
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.onloadend = () => signal.removeEventListener('abort', abort);
    request.send(formDataOf(form));
  });
}

function givenFields({ fields }: UploadForm): [string, string][] {
  return Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
}

function formDataOf(form: UploadForm): FormData {
  const data = new FormData();
  for (const [name, value] of givenFields(form)) data.append(name, value);
  const content = form.content instanceof Blob ? form.content : new Blob([form.content]);
  data.append('content', content, form.fileName ?? 'content');
  return data;
}

/** The bytes before and after the file in the form (RFC 7578), as browsers write them. */
function formAround(form: UploadForm, boundary: string): [string, string] {
  const name = (form.fileName ?? 'content').replaceAll(/["\r\n]/g, (each) => encodeURIComponent(each));
  const fields = givenFields(form).map(
    ([field, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="content"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return [fields.join('') + file, `\r\n--${boundary}--\r\n`];
}

function readHeaders(lines: string): Headers {
  const headers = new Headers();
  for (const line of lines.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}
