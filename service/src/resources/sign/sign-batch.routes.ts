// POST /v1/sign/batch: signs several files and texts, each on its own (docs/decisions/0043).
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { LARGEST_UPLOAD } from '@content-provenance/engine';
import type { Caller } from '../../access/caller.ts';
import { defineRoute } from '../../http/define-route.ts';
import { archiveErrors } from '../../http/error-catalogue.ts';
import { asServiceError, errorBody } from '../../http/pipeline/error-reply.ts';
import { replayedHeader } from '../../http/pipeline/headers.ts';
import type { Idempotency } from '../../http/pipeline/idempotency.ts';
import { answerWith } from '../../http/route-answer.ts';
import type { Logger } from '../../log.ts';
import { readBatch } from './read-batch.ts';
import * as schema from './sign.schema.ts';
import {
  carriesOf,
  fingerprintOf,
  type SignedUpload,
  type SignInput,
  type SigningReceipt,
  type SignService,
} from './sign.service.ts';

const path = '/v1/sign/batch';
/** Items that count as one request against the limit of the organization. */
const itemsPerCall = 10;

/** An error in the shape of every error, with its status. */
interface FailedItem {
  readonly status: number;
  readonly error: string;
}

type ItemResult = SignedUpload | FailedItem;

interface BatchCall {
  readonly caller: Caller;
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
}

export function signBatchRoutes(signing: SignService, idempotency: Idempotency, log: Pick<Logger, 'error'>) {
  function resultOf(settled: PromiseSettledResult<SignedUpload>, requestId: string): ItemResult {
    if (settled.status === 'fulfilled') return settled.value;
    const error = asServiceError(settled.reason, LARGEST_UPLOAD);
    if (error.status >= 500) log.error({ requestId, err: settled.reason }, 'an item of a batch failed');
    return { status: error.status, ...errorBody(error, requestId) } as unknown as FailedItem;
  }

  /**
   * Signed content is not stored: the same request is signed again under the first receipts. A
   * response with a failure is not final, so the same request signs what is missing.
   */
  async function signOnce({ caller, idempotencyKey: key, requestId }: BatchCall, inputs: readonly SignInput[]) {
    let first: ItemResult[] | undefined;
    const { orgId } = caller.organization;
    const request = { orgId, route: `POST ${path}`, key, content: key && inputs.map(fingerprintOf) };
    const { answer, isReplay } = await idempotency.run(request, async ({ seed, repeated }) => {
      const orders = inputs.map(async (input, place) => {
        const watermarkId = watermarkIdAt(seed, place);
        return { input, watermarkId, receipt: repeated ? await signing.findReceipt(caller, watermarkId) : undefined };
      });
      const settled = await signing.signAll(caller, await Promise.all(orders));
      first = settled.map((each) => resultOf(each, requestId));
      return first.some(isFailed) ? undefined : first.map((each) => (each as SignedUpload).receipt);
    });
    if (first) return { results: first, isReplay };
    const receipts = answer as readonly SigningReceipt[];
    const orders = receipts.map((receipt, place) => ({
      input: inputs[place]!,
      watermarkId: receipt.watermarkId,
      receipt,
    }));
    const again = await signing.signAll(caller, orders);
    return { results: again.map((each) => resultOf(each, requestId)), isReplay };
  }

  return [
    defineRoute({
      method: 'POST',
      path,
      operation: 'signBatch',
      idempotency: 'organization',
      resource: 'Signing',
      summary: `Sign up to ${schema.MOST_ITEMS} texts and files`,
      description: `Each item is signed, counted and refused on its own, as POST /v1/sign does it. The results are in the order of the items, and a failed item has \`error\`. Send JSON if all items are texts. With files, send a form with the JSON in \`batch\` and the files in \`files\`. Use POST /v1/sign for a video with in_band. Every ${itemsPerCall} items count as one request against your limit.`,
      access: { caller: 'key-or-session', scope: 'sign' },
      feature: null,
      limit: 'organization',
      anyOrigin: false,
      quota: true,
      upload: {
        field: 'files',
        largest: LARGEST_UPLOAD,
        describedBy: { part: 'batch', largest: schema.LARGEST_DESCRIPTION, most: schema.MOST_ITEMS },
      },
      cost: ({ items }) => Math.ceil(items.length / itemsPerCall),
      body: schema.batch,
      success: { status: 200, schema: schema.batchResults },
      errors: archiveErrors,
      handler: async ({ body, files, ...call }) => {
        const { results, isReplay } = await signOnce(call, readBatch(body, files));
        const isText = body.items.map(({ text }) => text !== undefined);
        return answerWith(Readable.from(asJson(results, isText)), {
          'content-type': 'application/json; charset=utf-8',
          ...(isReplay && replayedHeader),
        });
      },
    }),
  ];
}

function isFailed(result: ItemResult): result is FailedItem {
  return 'error' in result;
}

/** Different for each item, and the same for every attempt with the same seed. */
function watermarkIdAt(seed: string, place: number): string {
  return createHash('sha256').update(`${seed} ${place}`).digest('hex').slice(0, 16);
}

/** One result after the other, so that the response is never in memory as one text. */
function* asJson(results: readonly ItemResult[], isText: readonly boolean[]): Generator<string> {
  let separator = '{"results":[';
  for (const [place, result] of results.entries()) {
    yield separator + JSON.stringify(isFailed(result) ? result : present(result, isText[place]!));
    separator = ',';
  }
  yield ']}';
}

function present(signed: SignedUpload, isText: boolean) {
  const { receipt, token, media, manifest } = signed;
  const { buffer, byteOffset, byteLength } = media.bytes;
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  return {
    token,
    record_id: receipt.recordId,
    ...(receipt.logIndex !== undefined && { log_index: receipt.logIndex }),
    format: media.kind,
    mime_type: media.mimeType,
    carries: carriesOf(signed),
    notes: media.notes,
    ...(isText ? { text: bytes.toString() } : { content: bytes.toString('base64') }),
    ...(manifest && { manifest: { manifest_id: manifest.manifestId, signature: manifest.signature } }),
  };
}
