// /v1/account/domains: domains that the organization proves to control (docs/decisions/0030).
import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { nullable, signer, timestamp } from '../../http/schemas.ts';
import type { DomainsService } from './domains.service.ts';

const resource = 'Domains';
const administered = {
  access: { caller: 'key-or-session', role: 'admin', verifiedEmail: true },
  feature: null,
  limit: 'organization',
  anyOrigin: false,
} as const;

const domainId = Type.Object({ domain_id: Type.String({ maxLength: 100 }) });

const domain = Type.Object({
  domain_id: Type.String(),
  domain: Type.String({ description: 'Lower case; internationalized labels in punycode' }),
  state: Type.Enum(['pending', 'verified', 'failing', 'expired'], {
    description:
      'pending: not proven yet. verified: the last check found the proof. failing: it did not; the domain is shown until `expires_at`. expired: no longer shown; a successful check makes it verified again',
  }),
  method: nullable(Type.String({ description: 'dns or file: how it was proven; null where it is not' })),
  verified_at: nullable(timestamp),
  checked_at: nullable(timestamp),
  expires_at: nullable(
    Type.String({ format: 'date-time', description: 'Of a failing domain: until when it is shown' }),
  ),
  problem: nullable(Type.String({ description: 'What the last check found wrong' })),
  dns: Type.Object(
    { type: Type.Literal('TXT'), name: Type.String(), value: Type.String() },
    { description: 'The record to publish; or publish the file' },
  ),
  file: Type.Object(
    { url: Type.String(), content: Type.String() },
    { description: 'The file to publish, with this line in its first 4 KB; or publish the record' },
  ),
  created_at: timestamp,
});

/** A check asks name servers and a web server of others. */
const costOfCheck = 5;

export function domainsRoutes(domains: DomainsService) {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/account/domains',
      resource,
      summary: 'The domains of the organization, and how the public sees it',
      access: { caller: 'key-or-session' },
      feature: null,
      limit: 'organization',
      anyOrigin: false,
      success: { status: 200, schema: Type.Object({ domains: Type.Array(domain), signer }) },
      errors: [],
      handler: ({ caller }) => domains.list(caller.organization.orgId),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/account/domains',
      resource,
      summary: 'Add a domain to prove',
      description:
        'The answer says what to publish: a TXT record or a file. Publish one of them, then check the domain. At most 10 domains.',
      ...administered,
      body: Type.Object({
        domain: Type.String({
          minLength: 1,
          maxLength: 300,
          examples: ['lumen.example'],
          description: 'A domain name',
        }),
      }),
      success: { status: 201, schema: domain },
      errors: ['domain_already_added', 'domain_limit_reached'],
      handler: ({ body, caller }) => domains.add(caller, body.domain),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/account/domains/:domain_id/check',
      resource,
      summary: 'Check a domain now',
      description:
        'Looks for the TXT record and the file; one of them is enough. `problem` says what is missing. A proven domain is checked again every day. Counts as 5 calls.',
      ...administered,
      cost: () => costOfCheck,
      params: domainId,
      success: { status: 200, schema: domain },
      errors: ['not_found'],
      handler: ({ params, caller }) => domains.check(caller, params.domain_id),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/v1/account/domains/:domain_id',
      resource,
      summary: 'Remove a domain',
      description: 'It is no longer shown next to your name. Token status answers may be kept for an hour by others.',
      ...administered,
      params: domainId,
      success: { status: 200, schema: Type.Object({ deleted: Type.Literal(true) }) },
      errors: ['not_found'],
      handler: ({ params, caller }) => domains.remove(caller, params.domain_id),
    }),
  ];
}
