// /v1/records: what was signed.
import type { Answer, Body, Query } from '../operation.ts';
import type { Transport } from '../transport.ts';
import type { UploadOptions } from '../upload.ts';

export type ListedRecord = Answer<'GET /v1/records'>['records'][number];

export function recordsOf({ call, download, upload, idempotent }: Transport) {
  const at = (recordId: string) => ({ path: { record_id: recordId } });
  const list = (query: Query<'GET /v1/records'> = {}) => call('GET /v1/records', { query });
  return {
    /** The organization's own, newest first; `next_cursor` goes into `before`. */
    list,
    /** All of them, page by page. */
    async *all(query: Omit<NonNullable<Query<'GET /v1/records'>>, 'before'> = {}): AsyncGenerator<ListedRecord> {
      let before: string | undefined;
      do {
        const page = await list({ limit: 100, ...query, ...(before !== undefined && { before }) });
        yield* page.records;
        before = page.next_cursor;
      } while (before !== undefined);
    },
    get: (recordId: string) => call('GET /v1/records/{record_id}', at(recordId)),
    c2pa: (recordId: string) => call('GET /v1/records/{record_id}/c2pa', at(recordId)),
    /** The proof bundle, byte for byte as it is to be kept; `verifyBundle` of `@content-provenance/client/signing` reads it. */
    async bundle(recordId: string): Promise<string> {
      const { body } = await download('GET /v1/records/{record_id}/bundle', at(recordId));
      return body.text();
    },
    /** The signed JPEG or PNG of the record, with a C2PA manifest in it. */
    async embedManifest(recordId: string, content: Blob, options?: UploadOptions): Promise<Blob> {
      const form = { fields: {}, content };
      const { body } = await upload('POST /v1/records/{record_id}/c2pa/embed', form, { ...options, ...at(recordId) });
      return body;
    },
    submit: (body: Body<'POST /v1/records'>, idempotencyKey?: string) =>
      call('POST /v1/records', { body, ...idempotent(idempotencyKey) }),
    submitBatch: (body: Body<'POST /v1/records/batch'>, idempotencyKey?: string) =>
      call('POST /v1/records/batch', { body, ...idempotent(idempotencyKey) }),
  };
}
