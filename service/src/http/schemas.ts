// Building blocks of request and response schemas that many routes share.
import { mediaKinds } from '@content-provenance/engine';
import { type Static, type TSchema, Type } from 'typebox';
import { errorCatalogue } from './error-catalogue.ts';
import './formats.ts';

export function nullable<Schema extends TSchema>(schema: Schema) {
  const { type } = schema as unknown as { type: string };
  return Type.Unsafe<Static<Schema> | null>({ ...schema, type: [type, 'null'] });
}

export const timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });

/**
 * The longest address that an SMTP server accepts (RFC 5321, 4.5.3.1, as corrected by erratum
 * 1690).
 */
export const email = Type.String({
  format: 'email',
  maxLength: 254,
  description: 'Email address',
  examples: ['name@example.org'],
});

/** An https address that pages show (see https-address.ts). */
export const shownAddress = Type.String({
  maxLength: 2_048,
  format: 'https-address',
  description: 'An https:// URL',
  examples: ['https://example.org/'],
});

/**
 * The signer, next to the name of an organization wherever the public sees it
 * (docs/decisions/0030).
 */
export const signer = Type.Object(
  {
    name: Type.String({ description: 'Name that the organization chose' }),
    domain: nullable(Type.String({ description: 'A domain that the organization has proven to control, or null' })),
    domain_verified_at: nullable(timestamp),
    resembles: nullable(
      Type.String({
        description: 'A domain of another organization that the name looks like, or null',
      }),
    ),
  },
  { description: 'The organization that signed. If there is a domain, trust the domain: anyone can choose any name' },
);

/** A name that the caller chooses (see names.ts). */
export function nameOf(what: {
  readonly description: string;
  readonly maxLength?: number;
  readonly isPublic?: boolean;
}) {
  const { description, maxLength = 100, isPublic = false } = what;
  // Only spaces count as empty.
  return Type.String({
    minLength: 1,
    maxLength,
    pattern: '\\S',
    format: isPublic ? 'public-name' : 'name',
    description,
  });
}

export const mediaFormat = Type.Enum([...mediaKinds]);

/** Raw bytes, for responses that are files. */
export const file = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' });

/** For a response without a body (204). */
export const nothing = Type.Unsafe<void>({});

export const success = Type.Object({ success: Type.Literal(true) });

export const errorSchema = Type.Object(
  {
    error: Type.Enum(Object.keys(errorCatalogue), { description: 'Error code for programs' }),
    message: Type.String({ description: 'Explanation for people' }),
    request_id: Type.String(),
    details: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
        description: 'For validation_error: the path of each problem and what is wrong',
      }),
    ),
  },
  { additionalProperties: true },
);
