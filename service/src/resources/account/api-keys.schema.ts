// The settings of API keys, which organization keys and personal keys share (specification:
// accounts, API keys).
import { Type } from 'typebox';
import { generatorScopes, scopeDescriptions, scopes } from '../../access/scopes.ts';
import { nameOf, nullable, timestamp } from '../../http/schemas.ts';

const scopeLines = Object.entries(scopeDescriptions).map(([scope, description]) => `\`${scope}\`: ${description}.`);
const scopeList = Type.Array(Type.Enum(scopes), {
  minItems: 1,
  maxItems: scopes.length,
  description: `What the key can do. null: everything, also the scopes of later releases. No scope includes another one. ${scopeLines.join(' ')}`,
});
const expiry = Type.String({
  format: 'date-time',
  description: 'From then on, the key gets 401. null: the key does not expire',
});
const generatorIds = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: 50,
  description: `The generators that the key can use, and whose records it can read. null: all. Such a key can have only these scopes, and has them by default: ${generatorScopes.map((scope) => `\`${scope}\``).join(', ')}`,
});
const addresses = Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
  minItems: 1,
  maxItems: 50,
  description: 'The IPv4 and IPv6 addresses, or networks in CIDR notation, from which the key works. null: all',
  examples: [['192.0.2.7', '2001:db8::/32']],
});
const limitPerMinute = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: 'Requests per minute with this key. null: only the limit of your plan applies',
});
const name = nameOf({ description: 'Name of the key' });

export const newKey = Type.Object(
  {
    name: Type.Optional(nullable(name)),
    scopes: Type.Optional(nullable(scopeList)),
    expires_at: Type.Optional(nullable(expiry)),
    generator_ids: Type.Optional(nullable(generatorIds)),
    addresses: Type.Optional(nullable(addresses)),
    limit_per_minute: Type.Optional(nullable(limitPerMinute)),
  },
  { title: 'NewApiKey' },
);

/** A field that is left out stays as it is. */
export const keyChange = Type.Object(newKey.properties, { title: 'ApiKeyChange' });

export const rotation = Type.Object({
  overlap_hours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 168,
      description: 'How long the old key continues to work. Default: 24. 0: it stops at once',
    }),
  ),
});

/** Values from before the rules for names are returned unchanged. */
export const shownName = nullable(Type.String({ description: 'Name of the key' }));

export const shownSettings = {
  scopes: nullable(Type.Array(Type.String(), { description: 'What the key can do. null: everything' })),
  expires_at: nullable(timestamp),
  generator_ids: nullable(Type.Array(Type.String(), { description: 'The generators that the key can use. null: all' })),
  addresses: nullable(
    Type.Array(Type.String(), { description: 'The addresses and networks from which it works. null: all' }),
  ),
  limit_per_minute: nullable(Type.Integer({ description: 'Its requests per minute. null: the limit of your plan' })),
};

export const lastUsedAt = nullable(timestamp);

export const shownState = {
  ...shownSettings,
  status: Type.Enum(['active', 'replaced', 'expired'], {
    description: 'replaced: it was rotated, and works until `expires_at`',
  }),
  replaced_by: nullable(Type.String({ description: 'The key that a rotation put in its place, or null' })),
  usage: Type.Object(
    {
      period_start: timestamp,
      requests: Type.Integer({ description: 'Requests with the key, accurate to the minute' }),
      signatures: Type.Integer({ description: 'Signatures with the key, accurate to the minute' }),
    },
    { title: 'ApiKeyUsage', description: 'In the current billing period' },
  ),
};

export const replaces = Type.Object(
  { key_id: Type.String(), expires_at: timestamp },
  { title: 'ReplacedApiKey', description: 'The old key, and when it stops working' },
);
