// The shapes of the transparency log under /v1 (docs/specification/log.md).
import { Type } from 'typebox';
import { nullable, timestamp } from '../../http/schemas.ts';

const log = Type.Object(
  {
    origin: Type.String({ description: 'The name of the log' }),
    url: Type.String({ description: 'Where its checkpoint and tiles are' }),
    verifier_keys: Type.Array(Type.String({ description: 'A C2SP verifier key' })),
  },
  { title: 'TransparencyLog', description: 'How to find the log, and the keys that sign its checkpoints' },
);

const opening = Type.Object(
  {
    type: Type.Literal('content-provenance-log-entry/1'),
    kind: Type.Enum(['record', 'generator_revoked', 'key_retired']),
    record_id: Type.Optional(Type.String()),
    content_hash: Type.Optional(Type.String()),
    generator_id: Type.String(),
    kid: Type.Optional(Type.String()),
    signed_at: Type.Optional(timestamp),
    time: Type.Optional(timestamp),
    salt: Type.String({ description: '32 bytes in base64' }),
  },
  {
    title: 'LogOpening',
    description: 'What the entry commits to: SHA-256 of this object as canonical JSON is the commitment',
  },
);

const entry = Type.String({ description: 'The entry in base64: 82 bytes' });
const index = Type.Integer({ minimum: 0, description: 'The index of the entry in the log' });
const proof = Type.String({ description: 'A C2SP tlog-proof: inclusion proof and signed checkpoint' });

const stamp = Type.Object(
  {
    proof: Type.String({ description: 'The same proof for the checkpoint that has the time stamp' }),
    token: Type.String({
      description: 'RFC 3161 time stamp over the text of that checkpoint without its signatures, in base64',
    }),
    stamped_at: timestamp,
  },
  { title: 'LogTimestamp', description: 'The first checkpoint with a time stamp that includes the entry' },
);

export const recordProof = Type.Object(
  { record_id: Type.String({ format: 'uuid' }), index, log, opening, entry, proof, timestamp: nullable(stamp) },
  { title: 'RecordProof' },
);

export const monitoringKey = Type.Object(
  {
    monitoring_key: Type.String({
      description: '32 bytes in base64url. The tag of your entries is HMAC-SHA-256 of their nonce under this key',
    }),
    log,
  },
  { title: 'MonitoringKey' },
);

export const entryIndex = Type.Object({
  index: Type.Integer({ minimum: 0, maximum: 999_999_999_999_999 }),
});

export const openedEntry = Type.Object({ index, entry, opening }, { title: 'OpenedLogEntry' });
