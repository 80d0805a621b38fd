// /v1/account: what belongs to the organization as a whole (docs/specification).
import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { branding, nameOf, nullable, organization, shownAddress } from '../../http/schemas.ts';
import type { BrandingService } from './branding.service.ts';
import type { OrganizationService } from './organization.service.ts';

const displayName = nameOf({ description: 'Display name', isPublic: true });
const color = Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: '#rrggbb', examples: ['#1f4fd8'] });
const shownBranding = Type.Object({ branding: nullable(branding) });
const brandingChange = Type.Partial(
  Type.Object({
    display_name: nullable(displayName),
    logo_url: nullable(shownAddress),
    primary_color: nullable(color),
    support_url: nullable(shownAddress),
  }),
);

const organizationName = nameOf({ description: 'Name of the organization', isPublic: true });

export function accountRoutes(organizations: OrganizationService, brandings: BrandingService) {
  return [
    defineRoute({
      method: 'PATCH',
      path: '/v1/account/organization',
      operation: 'renameOrganization',
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
      path: '/v1/account/branding',
      operation: 'getBranding',
      resource: 'Branding',
      summary: 'Get the branding',
      access: { caller: 'key-or-session', scope: 'admin' },
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
      operation: 'changeBranding',
      resource: 'Branding',
      summary: 'Change the branding',
      description:
        'Send only the fields to change. null clears a field. GET /v1/verify/status/:token returns the branding, and clients can cache it for one hour.',
      access: { caller: 'key-or-session', scope: 'admin', role: 'admin' },
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
