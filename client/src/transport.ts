// Sends an operation over HTTP with fetch, and retries it if that is safe (retry.ts).
import { type CallOptions, withinLimits } from './call-limits.ts';
import { LARGEST_DELIVERED } from './content-sizes.ts';
import type { Answer, Input, OperationName } from './operation.ts';
import { withRetries } from './retry.ts';
import { type ErrorBody, ServiceError } from './service-error.ts';
import { type Content, type RawAnswer, readAnswer, sendForm, type UploadForm, type UploadOptions } from './upload.ts';

/** `timeout` and `signal` apply to every call of the client, next to those of the call itself. */
export interface ClientOptions extends CallOptions {
  /** URL of the service, such as `https://provenance.example`. Default: the page origin. */
  readonly baseUrl: string;
  /** A session token or an API key, or a function that the client calls for each request. */
  readonly credential?: string | (() => string | undefined);
  /** Number of retries after a temporary failure. Default: 3. */
  readonly retries?: number;
}

interface LooseInput {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface FilesInput {
  readonly batch: unknown;
  readonly files: ReadonlyMap<string, Content>;
  readonly headers: Readonly<Record<string, string>>;
}

export type Transport = ReturnType<typeof createTransport>;

const idempotencyHeader = 'idempotency-key';
/** These requests can arrive twice: they change nothing, or nothing more the second time. */
const harmless = new Set<OperationName>([
  'POST /v1/verify',
  'POST /v1/verify/batch',
  'POST /v1/records/find',
  'POST /v1/receipts/check',
  'POST /v1/c2pa/matches/byBinding',
  'POST /v1/c2pa/matches/byContent',
  'POST /v1/jobs/{job_id}/start',
  'POST /v1/jobs/{job_id}/cancel',
]);

export function createTransport({ baseUrl, credential, retries = 3, timeout, signal }: ClientOptions) {
  const limits = { timeout, signal };
  const base = baseUrl.replace(/\/$/, '');

  function headersOf(own: Readonly<Record<string, string>> = {}): Record<string, string> {
    const given = (typeof credential === 'function' ? credential() : credential)?.trim();
    // Otherwise fetch refuses the header with an error that contains the credential.
    if (given !== undefined && !/^[\x21-\x7e]*$/.test(given))
      throw new TypeError('The credential contains spaces, line breaks or characters that are not ASCII. Check it.');
    return { ...own, ...(given !== undefined && { authorization: `Bearer ${given}` }) };
  }

  async function raw(name: OperationName, input: LooseInput, options?: CallOptions): Promise<RawAnswer> {
    const [method, path] = name.split(' ') as [string, string];
    const { body: given } = input;
    const isForm = given instanceof FormData;
    const type = given instanceof Blob ? given.type || 'application/octet-stream' : 'application/json';
    const url = base + fillPath(path, input.path) + writeQuery(input.query);
    const repeatable = isRepeatable(name, input.headers);
    return withinLimits(limits, options, (signal) =>
      withRetries({ retries, repeatable, signal }, async () => {
        const headers = headersOf({
          ...input.headers,
          ...(given !== undefined && !isForm && { 'content-type': type }),
        });
        const body = given instanceof Blob || isForm ? given : given === undefined ? null : JSON.stringify(given);
        return orError(await readAnswer(fetch(url, { method, headers, body, signal }), signal));
      }),
    );
  }

  return {
    /** An operation with a JSON response. */
    async call<Name extends OperationName>(
      name: Name,
      input: Input<Name>,
      options?: CallOptions,
    ): Promise<Answer<Name>> {
      const { body } = await raw(name, input as LooseInput, options);
      return JSON.parse(await body.text()) as Answer<Name>;
    },

    /** An operation that returns a file. */
    download<Name extends OperationName>(name: Name, input: Input<Name>, options?: CallOptions): Promise<RawAnswer> {
      return raw(name, input as LooseInput, options);
    },

    /** A form with several files by their names, and JSON that describes them. */
    async sendFiles<Name extends OperationName>(
      name: Name,
      { batch, files, headers }: FilesInput,
      options?: CallOptions,
    ): Promise<Answer<Name>> {
      const form = new FormData();
      form.append('batch', JSON.stringify(batch));
      for (const [fileName, content] of files) {
        form.append('files', content instanceof Blob ? content : new Blob([content]), fileName);
      }
      const { body } = await raw(name, { body: form, headers }, options);
      return JSON.parse(await body.text()) as Answer<Name>;
    },

    /** An upload: a form with one file. */
    upload(
      name: OperationName,
      form: UploadForm,
      {
        headers,
        path,
        query,
        onProgress,
        ...options
      }: UploadOptions &
        Pick<LooseInput, 'path' | 'query'> & { readonly headers?: Readonly<Record<string, string>> } = {},
    ): Promise<RawAnswer> {
      const url = base + fillPath(name.split(' ')[1]!, path) + writeQuery(query);
      // If the connection breaks during such an upload, a server on the way rejected the size.
      const repeatable = isRepeatable(name, headers) && sizeOf(form.content) <= LARGEST_DELIVERED;
      return withinLimits(limits, options, (signal) =>
        withRetries({ retries, repeatable, signal }, async () =>
          orError(await sendForm(url, form, headersOf(headers), { onProgress, signal })),
        ),
      );
    },

    /** The header that makes retries safe. With your own key, also across programs. */
    idempotent(key: string = makeKey()) {
      return { headers: { [idempotencyHeader]: key } };
    },
  };
}

/** Not randomUUID, which browsers offer only on https pages. */
function makeKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}

function isRepeatable(name: OperationName, headers: Readonly<Record<string, string>> = {}): boolean {
  return !name.startsWith('POST ') ? !name.startsWith('PATCH ') : idempotencyHeader in headers || harmless.has(name);
}

function sizeOf(content: Content): number {
  return content instanceof Blob ? content.size : content.length;
}

async function orError(answer: RawAnswer): Promise<RawAnswer> {
  if (answer.status < 400) return answer;
  const text = await answer.body.text();
  const after = Number(answer.headers.get('retry-after') ?? Number.NaN);
  throw new ServiceError(answer.status, readErrorBody(text, answer.status), Number.isNaN(after) ? undefined : after);
}

/** A proxy can respond instead of the service, with a different body. */
function readErrorBody(text: string, status: number): ErrorBody {
  try {
    const body = JSON.parse(text) as ErrorBody;
    if (typeof body.error === 'string' && typeof body.message === 'string') return body;
  } catch {}
  return {
    error: 'unexpected_answer',
    message: `The response with status ${status} did not come from the service. Check the URL.`,
  };
}

function fillPath(path: string, values: Readonly<Record<string, string | number>> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

function writeQuery(query: Readonly<Record<string, unknown>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
