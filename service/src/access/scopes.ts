// What an API key can be allowed to do. A route declares the one scope that it needs. No scope
// includes another one. A key without scopes has all of them, also those of later releases.
export const scopeDescriptions = {
  sign: 'Sign content, submit records and embed C2PA manifests',
  verify: 'Verify with the limit of your plan',
  jobs: 'Send content to jobs for large files, watch and cancel them, and download signed files',
  'records:read':
    'List, search and export your records, read their labels and thumbnails, and open your entries in the transparency log',
  'records:write': 'Change the labels of records',
  'generators:read': 'List your generators',
  'generators:write': 'Create and revoke generators, and rotate their keys',
  c2pa: 'Manage C2PA certificates, and the manifests and bindings that you store',
  webhooks: 'Manage webhooks and read their deliveries',
  'reports:read': 'Read the audit log, analytics, usage and attestations',
  admin:
    'Read and change account settings: branding, domains, what records keep, connected stores, plan requests, the monitoring key',
} as const;

export type Scope = keyof typeof scopeDescriptions;
export const scopes = Object.keys(scopeDescriptions) as Scope[];

/**
 * A key for certain generators can have these. The others concern the whole organization: a
 * webhook, for example, receives the records of every generator.
 */
export const generatorScopes: readonly Scope[] = [
  'sign',
  'verify',
  'jobs',
  'records:read',
  'records:write',
  'generators:read',
  'generators:write',
];

export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopeDescriptions, text);
}
