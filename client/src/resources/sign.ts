// POST /v1/sign: upload a file and get it back with its token and its watermark.
import type { Transport } from '../transport.ts';
import type { Content, UploadOptions } from '../upload.ts';

export interface SignInput {
  /** In Node, open a file with `openFile` from `@content-provenance/client/node`. */
  readonly content: Content;
  /**
   * The default label. It also decides the default watermark: code, data and settings have none.
   */
  readonly fileName?: string;
  readonly model: string;
  readonly generatorId: string;
  /** Default: detected from the content. */
  readonly format?: 'image' | 'audio' | 'text' | 'video';
  /**
   * Strength of the image watermarks. `none`: only the token. Default: `none` for texts that
   * programs read (code, data and settings by their `fileName`, JSON, scripts), otherwise
   * `balanced`.
   */
  readonly watermark?: 'balanced' | 'strong' | 'faint' | 'none';
  /** Default: images, WAV files and videos with `inBand`. `true`: MP3 and FLAC too. */
  readonly neural?: boolean;
  /**
   * A private label, if your organization keeps labels. Default: the file name. Other organizations
   * never see it.
   */
  readonly label?: string;
  /** Adds a watermark to every frame and the audio of a video. Encodes the video again. */
  readonly inBand?: boolean;
  /** `keep`: keeps a C2PA manifest in a JPEG or PNG as part of a new one (Growth or above). */
  readonly c2pa?: 'keep';
  /**
   * With the same key, the same input is signed and counted once, even if a response is lost.
   * Default: a new key for each call, so that its retries count once.
   */
  readonly idempotencyKey?: string;
}

export type CarriedName = 'token' | 'watermark' | 'in_band' | 'neural' | 'manifest';

export interface SignedContent {
  readonly content: Blob;
  /** The content as bytes instead of a Blob. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  readonly token: string;
  readonly recordId: string;
  readonly format: string;
  /** What is in the content. `in_band`: a watermark in the frames and audio of a video. */
  readonly carries: readonly CarriedName[];
  /** How the C2PA manifest is signed that `c2pa: 'keep'` added. Undefined without one. */
  readonly manifestSignature: 'ml-dsa-65' | 'classical' | undefined;
  /** What was left out, such as a watermark that the content cannot carry. Can be empty. */
  readonly notes: string;
}

export function signOf({ upload, idempotent }: Transport) {
  return async (input: SignInput, options?: UploadOptions): Promise<SignedContent> => {
    const fields = {
      model: input.model,
      generator_id: input.generatorId,
      format: input.format,
      watermark: input.watermark,
      neural: input.neural === undefined ? undefined : String(input.neural),
      in_band: input.inBand ? 'true' : undefined,
      c2pa: input.c2pa,
      label: input.label,
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
      carries: (headers.get('x-service-carries') ?? '').split(', ').filter(Boolean) as CarriedName[],
      manifestSignature: (headers.get('x-service-signature') ?? undefined) as SignedContent['manifestSignature'],
      notes: headers.get('x-service-notes') ?? '',
    };
  };
}
