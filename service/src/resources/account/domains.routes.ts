// /v1/account/domains: domains that the organization proves to control (docs/decisions/0030).
import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { nullable, signer, timestamp } from '../../http/schemas.ts';
import type { DomainsService } from './domains.service.ts';

const resource = 'Domains';
const administered = {
  access: { caller: 'key-or-session', scope: 'admin', role: 'admin', verifiedEmail: true },
  feature: null,
  limit: 'organization',
  anyOrigin: false,
} as const;

const domainId = Type.Object({ domain_id: Type.String({ maxLength: 100 }) });

const domain = Type.Object(
  {
    domain_id: Type.String(),
    domain: Type.String({ description: 'Lowercase, with internationalized labels in punycode' }),
    state: Type.Enum(['pending', 'verified', 'failing', 'expired'], {
      description:
        'pending: not proven yet. verified: the last check found the proof. failing: the last check did not find the proof, and people see the domain until `expires_at`. expired: people no longer see the domain. A successful check makes it verified again',
    }),
    method: nullable(Type.String({ description: 'How the domain was proven: dns or file. null: not proven' })),
    verified_at: nullable(timestamp),
    checked_at: nullable(timestamp),
    expires_at: nullable(Type.String({ format: 'date-time', description: 'When people stop seeing a failing domain' })),
    problem: nullable(Type.String({ description: 'Why the last check failed' })),
    dns: Type.Object(
      { type: Type.Literal('TXT'), name: Type.String(), value: Type.String() },
      { description: 'The TXT record to publish. You can publish the file instead' },
    ),
    file: Type.Object(
      { url: Type.String(), content: Type.String() },
      { description: 'The file to publish, with this line in its first 4 KB. You can publish the TXT record instead' },
    ),
    created_at: timestamp,
  },
  { title: 'Domain' },
);

/** A check asks foreign name servers and a foreign web server. */
const costOfCheck = 5;

export function domainsRoutes(domains: DomainsService) {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/account/domains',
      operation: 'listDomains',
      resource,
      summary: 'List domains, and show how people see the organization',
      access: { caller: 'key-or-session', scope: 'admin' },
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
      operation: 'addDomain',
      idempotency: 'caller',
      resource,
      summary: 'Add a domain to prove',
      description:
        'The response says what to publish: a TXT record or a file. Publish one of them, then check the domain. You can add up to 10 domains.',
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
      operation: 'checkDomain',
      idempotency: 'repeatable',
      resource,
      summary: 'Check a domain now',
      description:
        'Looks for the TXT record and the file. One of them is enough. `problem` says what is missing. The service checks a proven domain every day. Counts as 5 requests.',
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
      operation: 'removeDomain',
      resource,
      summary: 'Remove a domain',
      description: 'People no longer see it next to your name. Clients can cache token status responses for one hour.',
      ...administered,
      params: domainId,
      success: { status: 200, schema: Type.Object({ deleted: Type.Literal(true) }) },
      errors: ['not_found'],
      handler: ({ params, caller }) => domains.remove(caller, params.domain_id),
    }),
  ];
}
