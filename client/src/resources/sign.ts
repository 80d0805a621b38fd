// POST /v1/sign: a file goes up, and comes back with its token and its mark.
import type { Transport, UploadOptions } from '../transport.ts';

export interface SignInput {
  readonly content: Blob;
  readonly fileName?: string;
  readonly model: string;
  readonly generatorId: string;
  /** Left out: found from the bytes. */
  readonly format?: 'image' | 'audio' | 'text' | 'video';
  /** The same input under the same key is signed and counted once, also when the first answer was lost. */
  readonly idempotencyKey?: string;
}

export interface SignedContent {
  readonly content: Blob;
  readonly token: string;
  readonly recordId: string;
  readonly format: string;
  /** What was left out, e.g. a mark that the content cannot carry; '' when nothing was. */
  readonly notes: string;
}

export function signOf({ upload }: Transport) {
  return async (input: SignInput, options?: UploadOptions): Promise<SignedContent> => {
    const form = new FormData();
    form.append('model', input.model);
    form.append('generator_id', input.generatorId);
    if (input.format) form.append('format', input.format);
    form.append('content', input.content, input.fileName ?? 'content');
    const { idempotencyKey } = input;
    const keyed = idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } };
    const { headers, body } = await upload('POST /v1/sign', form, { ...options, ...keyed });
    return {
      content: body,
      token: headers.get('x-service-token') ?? '',
      recordId: headers.get('x-service-record-id') ?? '',
      format: headers.get('x-service-format') ?? '',
      notes: headers.get('x-service-notes') ?? '',
    };
  };
}
