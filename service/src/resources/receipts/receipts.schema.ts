// The shapes of /v1/receipts (specification: Detection receipts).
import { mlDsa65 } from '@content-provenance/engine';
import { largestReceipt, receiptReasons } from '@content-provenance/engine/receipts';
import { Type } from 'typebox';
import { nullable, signer, timestamp } from '../../http/schemas.ts';

export const keys = Type.Object(
  {
    keys: Type.Array(
      Type.Object({
        kid: Type.String(),
        algorithm: Type.Literal(mlDsa65.algorithm),
        key: Type.String({ description: 'Raw public key (1952 bytes) in base64' }),
        jwk: Type.Object(
          {
            kty: Type.Literal('AKP'),
            alg: Type.Literal('ML-DSA-65'),
            kid: Type.String(),
            pub: Type.String({ description: 'Raw public key in base64url' }),
          },
          { description: 'The same key as a JSON Web Key (RFC 9964), for libraries that read JWS' },
        ),
      }),
      { description: 'The key that signs new receipts is first. Earlier keys stay' },
    ),
  },
  { title: 'ReceiptKeys' },
);

export const checkBody = Type.Object({
  receipt: Type.String({ maxLength: largestReceipt, description: 'The receipt, unchanged' }),
  content_hash: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        '`sha3-256:` and the SHA3-256 of the complete file in hex. If you send it, the receipt must be for this file',
    }),
  ),
});

/** Fields that a later release adds are sent too. */
const open = { additionalProperties: true } as const;

const statement = Type.Object(
  {
    type: Type.String({ description: 'content-provenance-receipt/1' }),
    service: Type.Object(
      {
        url: Type.String(),
        environment: Type.String({ description: 'live, or sandbox. A receipt of the sandbox proves nothing' }),
      },
      open,
    ),
    examined: Type.Object(
      {
        content_hash: Type.String({ description: 'SHA3-256 of all bytes of the upload, as they were sent' }),
        bytes: Type.Integer(),
        format: nullable(Type.String({ description: 'image, audio, text or video. null: unknown format' })),
      },
      open,
    ),
    verdict: Type.String({ description: 'As in VerificationResult, like the next seven fields' }),
    authentic: Type.Boolean(),
    tampered: Type.Boolean(),
    confidence: Type.String(),
    likeness: Type.String(),
    token_source: nullable(Type.String()),
    signals: Type.Record(Type.String(), Type.Boolean()),
    reason: Type.Optional(Type.String()),
    provenance: nullable(
      Type.Object(
        {
          record_id: Type.String({ format: 'uuid' }),
          org_id: Type.String(),
          org: Type.String({ description: 'Name of the organization' }),
          signer,
          model: Type.String(),
          signed_at: timestamp,
          generator_id: Type.String(),
        },
        open,
      ),
    ),
    checked_at: timestamp,
    detector: Type.Object({ name: Type.String(), version: Type.String() }, open),
    log_checkpoint: nullable(
      Type.String({ description: 'The newest checkpoint of the transparency log at that time, or null' }),
    ),
    nothing_retained: Type.Boolean({
      description: 'true: for the receipt, the service stored and logged nothing about the upload',
    }),
  },
  { title: 'ReceiptStatement', description: 'What the service signed', ...open },
);

export const findings = Type.Object(
  {
    valid: Type.Boolean(),
    reason: Type.Optional(
      Type.Enum([...receiptReasons], {
        description:
          'Why the receipt is not valid. receipt_malformed: not the text of a receipt. receipt_key_unknown: signed by a key that the service does not have. receipt_signature_invalid: forged or changed. receipt_for_other_content: for another file. receipt_from_other_service: names another service or environment',
      }),
    ),
    statement: nullable(statement),
  },
  { title: 'ReceiptFindings' },
);
