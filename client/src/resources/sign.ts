// POST /v1/sign: a file goes up, and comes back with its token and its mark.
import type { Transport } from '../transport.ts';
import type { Content, UploadOptions } from '../upload.ts';

export interface SignInput {
  /** In Node a file on disk is opened with `openFile` of `@content-provenance/client/node` and read as it is sent. */
  readonly content: Content;
  readonly fileName?: string;
  readonly model: string;
  readonly generatorId: string;
  /** Left out: found from the bytes. */
  readonly format?: 'image' | 'audio' | 'text' | 'video';
  /** How strong the watermarks of a picture are; `balanced` if left out. `none`: the content carries its token alone. */
  readonly watermark?: 'balanced' | 'strong' | 'faint' | 'none';
  /** A mark in every picture and in the sound of a video, which is encoded again for it. */
  readonly inBand?: boolean;
  /** `keep`: a C2PA manifest in a JPEG or PNG becomes an ingredient of a new one (Growth and above). */
  readonly c2pa?: 'keep';
  /**
   * The same input under the same key is signed and counted once, also when the first answer was lost. Left out: a key of
   * this call, so that its retries count once.
   */
  readonly idempotencyKey?: string;
}

export interface SignedContent {
  readonly content: Blob;
  /** The content, for those who want no Blob. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  readonly token: string;
  readonly recordId: string;
  readonly format: string;
  /** What was left out, e.g. a mark that the content cannot carry; '' when nothing was. */
  readonly notes: string;
}

export function signOf({ upload, idempotent }: Transport) {
  return async (input: SignInput, options?: UploadOptions): Promise<SignedContent> => {
    const fields = {
      model: input.model,
      generator_id: input.generatorId,
      format: input.format,
      watermark: input.watermark,
      in_band: input.inBand ? 'true' : undefined,
      c2pa: input.c2pa,
    };
    const form = { fields, content: input.content, fileName: input.fileName };
    const answer = await upload('POST /v1/sign', form, { ...options, ...idempotent(input.idempotencyKey) });
    const { headers } = answer;
    return {
      get content() {
        return answer.body;
      },
      bytes: () => answer.bytes(),
      token: headers.get('x-service-token') ?? '',
      recordId: headers.get('x-service-record-id') ?? '',
      format: headers.get('x-service-format') ?? '',
      notes: headers.get('x-service-notes') ?? '',
    };
  };
}
