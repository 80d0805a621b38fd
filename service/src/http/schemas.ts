// Building blocks of request and response schemas that many routes share.
import { mediaKinds } from '@content-provenance/engine';
import { type Static, type TSchema, Type } from 'typebox';
import { planNames } from '../plans/plans.ts';
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
  {
    title: 'Signer',
    description: 'The organization that signed. If there is a domain, trust the domain: anyone can choose any name',
  },
);

/** Values from before the rules for names and addresses are returned unchanged. */
export const branding = Type.Object(
  {
    display_name: nullable(Type.String({ description: 'Display name' })),
    logo_url: nullable(Type.String({ description: 'An https:// URL' })),
    primary_color: nullable(Type.String({ description: '#rrggbb' })),
    support_url: nullable(Type.String({ description: 'An https:// URL' })),
  },
  { title: 'Branding' },
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

export const mediaFormat = Type.Enum([...mediaKinds], { title: 'MediaFormat' });

export const planName = Type.Enum([...planNames], { title: 'PlanName' });

export const role = Type.Enum(['owner', 'admin', 'user'], { title: 'Role' });

export const organization = Type.Object(
  { org_id: Type.String(), name: Type.String(), plan: planName },
  { title: 'Organization' },
);

export const generatorStatus = Type.Enum(['active', 'revoked'], {
  title: 'GeneratorStatus',
  description: 'If a generator is revoked, do not trust its records',
});

/** The headers of a response that is a file to save. */
export const savedAs = { 'Content-Disposition': { description: 'attachment, with a file name' } };

/** Raw bytes, for responses that are files. */
export const file = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' });

/** For a response without a body (204). */
export const nothing = Type.Unsafe<void>({});

export const success = Type.Object({ success: Type.Literal(true) }, { title: 'Success' });

const errorCode = Type.Enum(Object.keys(errorCatalogue), {
  title: 'ErrorCode',
  description: 'Error code for programs. Later releases can add codes',
});

export const errorSchema = Type.Object(
  {
    error: errorCode,
    message: Type.String({ description: 'Explanation for people' }),
    request_id: Type.String(),
    details: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
        description: 'For validation_error: the path of each problem and what is wrong',
      }),
    ),
  },
  { title: 'Error', additionalProperties: true },
);

export const problemSchema = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'The address of the documentation of this error' }),
    title: Type.String({ description: 'The kind of error in words' }),
    status: Type.Integer(),
    detail: Type.String({ description: 'Explanation for people' }),
    instance: Type.String({ format: 'uri', description: 'Identifies the request' }),
    ...errorSchema.properties,
  },
  { title: 'Problem', description: 'Problem details (RFC 9457)', additionalProperties: true },
);
