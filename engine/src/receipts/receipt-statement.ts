// What a receipt says. A reader of version 1 accepts further fields, so that a later release can
// add some without a new version.

export const receiptType = 'content-provenance-receipt/1';

export interface ReceiptStatement {
  readonly type: typeof receiptType;
  readonly service: {
    readonly url: string;
    /** `live` or `sandbox`. A receipt of the sandbox proves nothing. */
    readonly environment: string;
  };
  readonly examined: {
    /** `sha3-256:` and 64 hex characters, over all bytes of the upload as they were sent. */
    readonly content_hash: string;
    readonly bytes: number;
    /** `image`, `audio`, `text` or `video`. */
    readonly format: string | null;
  };
  readonly verdict: string;
  readonly authentic: boolean;
  readonly tampered: boolean;
  readonly confidence: string;
  readonly likeness: string;
  readonly token_source: string | null;
  readonly signals: Readonly<Record<string, boolean>>;
  readonly reason?: string;
  readonly provenance: {
    readonly record_id: string;
    readonly org_id: string;
    readonly org: string;
    readonly signer: {
      readonly name: string;
      readonly domain: string | null;
      readonly domain_verified_at: string | null;
      readonly resembles: string | null;
    };
    readonly model: string;
    readonly signed_at: string;
    readonly generator_id: string;
  } | null;
  /** By the clock of the service. */
  readonly checked_at: string;
  readonly detector: { readonly name: string; readonly version: string };
  /** The newest checkpoint of the transparency log at that time. Null: there was none. */
  readonly log_checkpoint: string | null;
  readonly nothing_retained: true;
}

type Test = (value: unknown) => boolean;

const isText: Test = (value) => typeof value === 'string';
const isFlag: Test = (value) => typeof value === 'boolean';
const isTime: Test = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
const isHash: Test = (value) => typeof value === 'string' && /^sha3-256:[0-9a-f]{64}$/.test(value);
const isSize: Test = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const orNull =
  (test: Test): Test =>
  (value) =>
    value === null || test(value);
const orAbsent =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value);
const isObject: Test = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const withFields =
  (fields: Readonly<Record<string, Test>>): Test =>
  (value) =>
    isObject(value) &&
    Object.entries(fields).every(([name, test]) =>
      test(Object.hasOwn(value as object, name) ? (value as Record<string, unknown>)[name] : undefined),
    );

const isStatement = withFields({
  type: (value) => value === receiptType,
  service: withFields({ url: isText, environment: isText }),
  examined: withFields({ content_hash: isHash, bytes: isSize, format: orNull(isText) }),
  verdict: isText,
  authentic: isFlag,
  tampered: isFlag,
  confidence: isText,
  likeness: isText,
  token_source: orNull(isText),
  signals: (value) => isObject(value) && Object.values(value as object).every(isFlag),
  reason: orAbsent(isText),
  provenance: orNull(
    withFields({
      record_id: isText,
      org_id: isText,
      org: isText,
      signer: withFields({
        name: isText,
        domain: orNull(isText),
        domain_verified_at: orNull(isTime),
        resembles: orNull(isText),
      }),
      model: isText,
      signed_at: isTime,
      generator_id: isText,
    }),
  ),
  checked_at: isTime,
  detector: withFields({ name: isText, version: isText }),
  log_checkpoint: orNull(isText),
  nothing_retained: (value) => value === true,
});

export function isReceiptStatement(value: unknown): value is ReceiptStatement {
  return isStatement(value);
}
