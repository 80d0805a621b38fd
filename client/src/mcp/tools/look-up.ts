// The tool `look_up`: the record for a token, a record ID or a watermark ID, and whether it still
// counts. It says nothing about any file.

import { CommandError } from '../../cli/command-errors.ts';
import { type Client, type ProvenanceRecord, ServiceError } from '../../index.ts';
import { limits } from '../claims.ts';
import type { Fields } from '../json-rpc.ts';
import {
  certificateField,
  flag,
  limitsField,
  object,
  objectOrNull,
  signerField,
  text,
  textOrNull,
  verdictFields,
} from '../output-schema.ts';
import { asData, certificateUrl, describeForAgent, signerForAgent } from '../present.ts';
import type { Tool } from '../tool.ts';

interface Found {
  readonly record: ProvenanceRecord;
  readonly revokedAt: string | null;
}

const recordForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const tokenForm = /^svc_[\w-]{1,190}$/;
const watermarkForm = /^[0-9a-f]{16}$/i;
const absent = new Set(['record_not_found', 'invalid_token']);

export function lookUpTool(client: Client, hasKey: boolean, serviceUrl: string): Tool {
  async function find(id: string, signal: AbortSignal): Promise<Found | null> {
    if (tokenForm.test(id)) {
      const { record_id, revoked_at } = await client.verify.status(id, { signal });
      return { record: await client.records.get(record_id, { signal }), revokedAt: revoked_at };
    }
    if (recordForm.test(id)) return { record: await client.records.get(id.toLowerCase(), { signal }), revokedAt: null };
    if (!watermarkForm.test(id)) {
      throw new CommandError('"id" is not a token (svc_…), a record ID or a watermark ID (16 hex digits).');
    }
    if (!hasKey) {
      throw new CommandError(
        'Looking up a watermark ID needs an API key, and finds only records of your organization. To find out where a file comes from, use the tool verify.',
      );
    }
    const recordId = await findByWatermark(client, id.toLowerCase(), signal);
    return recordId === undefined ? null : { record: await client.records.get(recordId, { signal }), revokedAt: null };
  }

  return {
    name: 'look_up',
    title: 'Look up a record',
    description:
      'Shows the record for a token, a record ID or a watermark ID, and whether its generator was revoked. A watermark ID finds only records of your organization. This says nothing about any file: anyone can copy a token or a watermark. To check a file, use the tool verify.',
    inputSchema: {
      type: 'object',
      properties: {
        id: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description: 'A token (svc_…), a record ID, or a watermark ID (16 hex digits)',
        },
      },
      required: ['id'],
      additionalProperties: false,
    },
    outputSchema: object({
      found: flag('Whether there is a record'),
      ...verdictFields,
      signer: signerField,
      record: objectOrNull(
        {
          record_id: text('ID of the record'),
          watermark_id: text('ID in the watermark of the signed content'),
          model: text('AI model, as the signer states it'),
          format: text('image, audio, text or video'),
          content_hash: text('Hash of the signed content'),
          mode: text('server: the service signed. client: the organization signed with its own key'),
          key_id: text('ID of the key that signed, as the signer named it'),
          signed_at: text('ISO 8601, UTC'),
          generator_status: text('active or revoked. If revoked, do not rely on the record'),
          revoked_at: textOrNull('When the generator was revoked, if known'),
          certificate_url: certificateField,
        },
        'The record. Null if there is none',
      ),
      limits: limitsField,
    }),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    async call(input, { signal }) {
      try {
        const found = await find(input.text('id')!, signal);
        return found ? present(found, serviceUrl) : nothing;
      } catch (problem) {
        if (problem instanceof ServiceError && absent.has(problem.code)) return nothing;
        throw problem;
      }
    },
  };
}

const nothing: Fields = {
  found: false,
  headline: 'No record',
  sentence: 'The service has no record for this ID. This says nothing about the origin of any content.',
  signer: null,
  record: null,
  limits,
};

function present({ record, revokedAt }: Found, serviceUrl: string): Fields {
  const { generator_status, org_name: org, signer } = record;
  const provenance = { org, signer, revoked_at: revokedAt };
  const verdict = generator_status === 'revoked' ? 'revoked' : 'signed_record';
  const { headline, sentence } = describeForAgent({ verdict, provenance });
  return {
    found: true,
    headline,
    sentence,
    signer: signerForAgent(provenance),
    record: {
      record_id: record.record_id,
      watermark_id: record.watermark_id,
      model: asData(record.model),
      format: record.format,
      content_hash: record.content_hash,
      mode: record.mode,
      key_id: asData(record.kid),
      signed_at: record.signed_at,
      generator_status,
      revoked_at: revokedAt,
      certificate_url: certificateUrl(serviceUrl, record.record_id),
    },
    limits,
  };
}

/**
 * The service searches by content, so this sends a line of text that carries the watermark. Such a
 * search counts no verification.
 */
async function findByWatermark(client: Client, watermarkId: string, signal: AbortSignal): Promise<string | undefined> {
  const { prepareContent } = await import('../../node.ts');
  const { bytes } = await prepareContent(new TextEncoder().encode('Look up.\n'), watermarkId);
  const { records } = await client.records.find(new Blob([bytes as Uint8Array<ArrayBuffer>]), { signal });
  return records.find(({ watermark_id }) => watermark_id === watermarkId)?.record_id;
}
