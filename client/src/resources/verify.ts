// /v1/verify: public and free, without credentials.
import type { CallOptions } from '../call-limits.ts';
import type { Answer, Body } from '../operation.ts';
import type { Transport } from '../transport.ts';
import type { UploadOptions } from '../upload.ts';

export interface VerifyInput {
  readonly content: Blob;
  readonly fileName?: string;
  /** If you set a token, the service looks for nothing else in the content. */
  readonly token?: string;
  /** Also returns where the content changed, in `localization`. */
  readonly localize?: boolean;
  /**
   * If the result has `text_matches`, it also has the text to which they refer, in `visible_text`.
   */
  readonly showText?: boolean;
  /** Also returns the result signed by the service, in `receipt`. */
  readonly receipt?: boolean;
}

export interface BatchOptions extends CallOptions {
  /** Each result also has a `receipt`. */
  readonly receipt?: boolean;
}

export function verifyOf({ call, upload }: Transport) {
  return {
    async content(input: VerifyInput, options?: UploadOptions): Promise<Answer<'POST /v1/verify'>> {
      const fields = {
        token: input.token || undefined,
        localize: input.localize ? 'true' : undefined,
        show_text: input.showText ? 'true' : undefined,
      };
      const form = { fields, content: input.content, fileName: input.fileName };
      const { body } = await upload('POST /v1/verify', form, { ...options, query: queryOf(input) });
      return JSON.parse(await body.text()) as Answer<'POST /v1/verify'>;
    },
    batch: (body: Body<'POST /v1/verify/batch'>, { receipt = false, ...options }: BatchOptions = {}) =>
      call('POST /v1/verify/batch', { body, query: queryOf({ receipt }) }, options),
    /** Looks up a token. The result says nothing about any file. */
    status: (token: string, options?: CallOptions) =>
      call('GET /v1/verify/status/{token}', { path: { token } }, options),
  };
}

function queryOf({ receipt }: Pick<VerifyInput, 'receipt'>) {
  return receipt ? { receipt } : {};
}
