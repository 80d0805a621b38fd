// /v1/account: what belongs to the organization as a whole (docs/specification).
import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { nameOf, nullable, shownAddress, timestamp } from '../../http/schemas.ts';
import { planNames } from '../../plans/plans.ts';
import type { ApiKeysService } from './api-keys.service.ts';
import type { BrandingService } from './branding.service.ts';
import type { OrganizationService } from './organization.service.ts';

const resource = 'API keys';
const administered = {
  access: { caller: 'session', role: 'admin' },
  feature: null,
  limit: 'organization',
  anyOrigin: false,
} as const;

const name = nameOf({ description: 'Name of the key' });
/** Values from before the rules for names and addresses are returned unchanged. */
const shown = (description: string) => nullable(Type.String({ description }));
const createdKey = Type.Object({
  key_id: Type.String(),
  key: Type.String({ description: 'The complete key. Returned only in this response' }),
  name: shown('Name of the key'),
  created_at: timestamp,
});
const listedKey = Type.Object({
  key_id: Type.String(),
  name: shown('Name of the key'),
  preview: Type.String({ description: 'Masked key' }),
  created_at: timestamp,
  last_used_at: nullable(timestamp),
});

const displayName = nameOf({ description: 'Display name', isPublic: true });
const color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: '#rrggbb', examples: ['#1f4fd8'] });
const branding = {
  display_name: nullable(displayName),
  logo_url: nullable(shownAddress),
  primary_color: nullable(color),
  support_url: nullable(shownAddress),
};
const shownBranding = Type.Object({
  branding: nullable(
    Type.Object({
      ...branding,
      display_name: shown('Display name'),
      logo_url: shown('An https:// URL'),
      support_url: shown('An https:// URL'),
    }),
  ),
});
const brandingChange = Type.Partial(Type.Object(branding));

const organizationName = nameOf({ description: 'Name of the organization', isPublic: true });
const organization = Type.Object({ org_id: Type.String(), name: Type.String(), plan: Type.Enum([...planNames]) });

export function accountRoutes(organizations: OrganizationService, apiKeys: ApiKeysService, brandings: BrandingService) {
  return [
    defineRoute({
      method: 'PATCH',
      path: '/v1/account/organization',
      resource: 'Accounts',
      summary: 'Rename the organization',
      description: 'Public pages show the new name immediately, including for existing records.',
      access: { caller: 'session', role: 'owner' },
      feature: null,
      limit: 'organization',
      anyOrigin: false,
      body: Type.Object({ name: organizationName }),
      success: { status: 200, schema: organization },
      errors: [],
      handler: ({ body, caller }) => organizations.rename(caller, body.name),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/account/api-keys',
      resource,
      summary: 'List API keys of the organization',
      ...administered,
      success: { status: 200, schema: Type.Object({ keys: Type.Array(listedKey) }) },
      errors: [],
      handler: ({ caller }) => apiKeys.list(caller.organization.orgId),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/account/api-keys',
      resource,
      summary: 'Create an API key for the organization',
      description: 'You see the key once and cannot recover it.',
      ...administered,
      body: Type.Object({ name: Type.Optional(nullable(name)) }),
      success: { status: 201, schema: createdKey },
      errors: ['api_key_limit_reached'],
      handler: ({ body, caller }) => apiKeys.create(caller, body.name ?? null),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/v1/account/api-keys/:key_id',
      resource,
      summary: 'Revoke an API key',
      description: 'The key stops working immediately.',
      ...administered,
      params: Type.Object({ key_id: Type.String({ maxLength: 100 }) }),
      success: { status: 200, schema: Type.Object({ revoked: Type.Literal(true) }) },
      errors: ['not_found'],
      handler: ({ params, caller }) => apiKeys.revoke(caller, params.key_id),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/account/branding',
      resource: 'Branding',
      summary: 'Get the branding',
      access: { caller: 'key-or-session' },
      feature: null,
      limit: 'organization',
      anyOrigin: false,
      success: { status: 200, schema: shownBranding },
      errors: [],
      handler: ({ caller }) => brandings.get(caller.organization.orgId),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/v1/account/branding',
      resource: 'Branding',
      summary: 'Change the branding',
      description:
        'Send only the fields to change. null clears a field. GET /v1/verify/status/:token returns the branding, and clients can cache it for one hour.',
      access: { caller: 'key-or-session', role: 'admin' },
      feature: 'branding',
      limit: 'organization',
      anyOrigin: false,
      body: brandingChange,
      success: { status: 200, schema: shownBranding },
      errors: [],
      handler: ({ body, caller }) => brandings.change(caller, body),
    }),
  ];
}
