// POST /v1/sign/batch: sign up to 100 texts and files in one request, each on its own.
import type { CallOptions } from '../call-limits.ts';
import type { Answer } from '../operation.ts';
import { ServiceError } from '../service-error.ts';
import type { Transport } from '../transport.ts';
import type { Content } from '../upload.ts';
import type { CarriedName, SignedContent, SignInput } from './sign.ts';

type Options = Omit<SignInput, 'content' | 'fileName' | 'model' | 'generatorId' | 'inBand' | 'idempotencyKey'>;

/** The same fields as for `sign`, for one item. */
export interface BatchItem extends Options {
  /** Either `text` or `content`. */
  readonly text?: string;
  readonly content?: Content;
  readonly fileName?: string;
  readonly model?: string;
  readonly generatorId?: string;
}

/** The other fields apply to every item that does not have them. */
export interface SignBatchInput extends Options {
  readonly items: readonly BatchItem[];
  readonly model?: string;
  readonly generatorId?: string;
  /** As for `sign`. A repeated batch returns its first results. */
  readonly idempotencyKey?: string;
}

type Result = Answer<'POST /v1/sign/batch'>['results'][number];

export function signBatchOf({ call, sendFiles, idempotent }: Transport) {
  /** The results are in the order of the items. An item that was not signed is a `ServiceError`. */
  return async (
    { items, idempotencyKey, ...defaults }: SignBatchInput,
    options?: CallOptions,
  ): Promise<(SignedContent | ServiceError)[]> => {
    const files = new Map<string, Content>();
    const described = items.map(({ text, content, fileName, ...item }, place) => {
      if (content === undefined) return { text, ...fieldsOf(item) };
      const name = nameOf(fileName, place, files);
      files.set(name, content);
      return { file: name, ...fieldsOf(item) };
    });
    const body = { defaults: fieldsOf(defaults), items: described };
    const { headers } = idempotent(idempotencyKey);
    const { results } =
      files.size === 0
        ? await call('POST /v1/sign/batch', { body: body as never, headers }, options)
        : await sendFiles('POST /v1/sign/batch', { batch: body, files, headers }, options);
    return results.map(readResult);
  };
}

function fieldsOf({ generatorId, ...fields }: Omit<BatchItem, 'text' | 'content' | 'fileName'>) {
  return { ...fields, generator_id: generatorId };
}

/** Different in each form. Content without a name gets one that does not become its label. */
function nameOf(given: string | undefined, place: number, files: ReadonlyMap<string, Content>): string {
  const name = given?.split(/[\\/]/).at(-1) || `content-${place}`;
  return files.has(name) ? `${place}-${name}` : name;
}

function readResult(result: Result): SignedContent | ServiceError {
  if ('error' in result) return new ServiceError(result.status, { ...result });
  const { token, record_id, format, mime_type, carries, notes, text, content, manifest } = result;
  const bytes = text === undefined ? readBase64(content!) : new TextEncoder().encode(text);
  return {
    content: new Blob([bytes], { type: mime_type }),
    bytes: async () => bytes,
    token,
    recordId: record_id,
    format,
    carries: carries as CarriedName[],
    manifestSignature: manifest?.signature,
    notes: notes.join(' '),
  };
}

function readBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
