// /v1/records: signed content.
import type { CallOptions } from '../call-limits.ts';
import type { Answer, Body, Query } from '../operation.ts';
import type { Transport } from '../transport.ts';
import type { UploadOptions } from '../upload.ts';

export interface EmbedOptions extends UploadOptions {
  /** Default: the setting of the organization. */
  readonly signature?: 'ml-dsa-65' | 'classical' | undefined;
  /** sidecar: the manifest alone. The file does not change. Default: embedded. */
  readonly output?: 'embedded' | 'sidecar' | undefined;
}

export interface MadeManifest {
  /** The file with its manifest, or the sidecar. */
  readonly file: Blob;
  readonly manifestId: string;
  readonly signature: 'ml-dsa-65' | 'classical';
  readonly isTimestamped: boolean;
}

export type ListedRecord = Answer<'GET /v1/records'>['records'][number];

export function recordsOf({ call, download, upload, idempotent }: Transport) {
  const at = (recordId: string) => ({ path: { record_id: recordId } });
  const list = (query: Query<'GET /v1/records'> = {}, options?: CallOptions) =>
    call('GET /v1/records', { query }, options);

  async function makeManifest(
    recordId: string,
    content: Blob,
    { signature, output, ...options }: EmbedOptions = {},
  ): Promise<MadeManifest> {
    const form = { fields: { signature, output }, content };
    const answer = await upload('POST /v1/records/{record_id}/c2pa/embed', form, { ...options, ...at(recordId) });
    const { headers, body: file } = answer;
    return {
      file,
      manifestId: headers.get('x-service-manifest-id') ?? '',
      signature: headers.get('x-service-signature') as MadeManifest['signature'],
      isTimestamped: headers.get('x-service-timestamp') === 'present',
    };
  }

  return {
    /** Records of the organization, newest first. Pass `next_cursor` as `before`. */
    list,
    /** Iterates over all records, page by page. A timeout applies to each page. */
    async *all(
      query: Omit<NonNullable<Query<'GET /v1/records'>>, 'before'> = {},
      options?: CallOptions,
    ): AsyncGenerator<ListedRecord> {
      let before: string | undefined;
      do {
        const page = await list({ limit: 100, ...query, ...(before !== undefined && { before }) }, options);
        yield* page.records;
        before = page.next_cursor;
      } while (before !== undefined);
    },
    get: (recordId: string, options?: CallOptions) => call('GET /v1/records/{record_id}', at(recordId), options),
    c2pa: (recordId: string, options?: CallOptions) => call('GET /v1/records/{record_id}/c2pa', at(recordId), options),
    /** The proof that the transparency log includes the record, a second after it was stored. */
    proof: (recordId: string, options?: CallOptions) =>
      call('GET /v1/records/{record_id}/proof', at(recordId), options),
    /** The proof bundle. Do not change any byte. Check it with `verifyBundle` (`/signing`). */
    async bundle(recordId: string, options?: CallOptions): Promise<string> {
      const { body } = await download('GET /v1/records/{record_id}/bundle', at(recordId), options);
      return body.text();
    },
    /** Returns the signed file of the record with an embedded C2PA manifest. */
    async embedManifest(recordId: string, content: Blob, options?: EmbedOptions): Promise<Blob> {
      return (await makeManifest(recordId, content, options)).file;
    },
    /** Your record of a file. Searches only your records, and counts no verification. */
    async find(content: Blob, options?: UploadOptions): Promise<Answer<'POST /v1/records/find'>> {
      const { body } = await upload('POST /v1/records/find', { fields: {}, content }, options);
      return JSON.parse(await body.text()) as Answer<'POST /v1/records/find'>;
    },
    /** All records that match, as a file. */
    export: (query: Query<'GET /v1/records/export'> = {}, options?: CallOptions) =>
      download('GET /v1/records/export', { query }, options),
    models: (options?: CallOptions) => call('GET /v1/records/models', {}, options),
    /** What your organization keeps about a record. Nobody else sees it. */
    notes: (recordId: string, options?: CallOptions) =>
      call('GET /v1/records/{record_id}/notes', at(recordId), options),
    /** null removes the label. */
    changeLabel: (recordId: string, label: string | null, options?: CallOptions) =>
      call('PATCH /v1/records/{record_id}/notes', { ...at(recordId), body: { label } }, options),
    async thumbnail(recordId: string, options?: CallOptions): Promise<Blob> {
      return (await download('GET /v1/records/{record_id}/thumbnail', at(recordId), options)).body;
    },
    /** The same, or the manifest alone, with what the service says about it. */
    makeManifest,
    submit: (body: Body<'POST /v1/records'>, idempotencyKey?: string, options?: CallOptions) =>
      call('POST /v1/records', { body, ...idempotent(idempotencyKey) }, options),
    submitBatch: (body: Body<'POST /v1/records/batch'>, idempotencyKey?: string, options?: CallOptions) =>
      call('POST /v1/records/batch', { body, ...idempotent(idempotencyKey) }, options),
  };
}
