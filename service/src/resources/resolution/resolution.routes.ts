// /v1/c2pa/matches and /v1/c2pa/manifests/:id: the public half of the C2PA Soft Binding Resolution
// API. No account; the limits of the caller's address apply.

import { LARGEST_DELIVERED } from '@content-provenance/engine';
import { Type } from 'typebox';
import { defineRoute } from '../../http/define-route.ts';
import { archiveErrors } from '../../http/error-catalogue.ts';
import { networkOf } from '../../http/pipeline/network-of.ts';
import { answerWith } from '../../http/route-answer.ts';
import { file } from '../../http/schemas.ts';
import type { References } from './references.ts';
import type { RepositoryService } from './repository.service.ts';
import * as schema from './resolution.schema.ts';
import type { ResolutionService } from './resolution.service.ts';

const resource = 'Manifest resolution';
const anyone = { resource, access: { caller: 'public' }, feature: null, anyOrigin: true } as const;
const recognized = { caller: 'public', scope: 'verify' } as const;
const bindingWords =
  'If a manifest asserts soft bindings, it is found only by the binding that it asserts. A match by an algorithm of others says that an organization stored this binding, not that the value is theirs.';
const contentWords =
  'Searches as POST /v1/verify does, for the watermarks of this service and then for likeness, and counts against the same limit. No organization gets an event.';

export function resolutionRoutes(resolution: ResolutionService, repository: RepositoryService, references: References) {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/c2pa/matches/byBinding',
      operation: 'findManifestsByBinding',
      summary: 'Find manifests by the value of a soft binding',
      description: bindingWords,
      ...anyone,
      limit: 'public',
      query: Type.Object({ alg: schema.alg, value: schema.value, maxResults: schema.maxResults }),
      success: { status: 200, schema: schema.matches },
      errors: archiveErrors,
      handler: async ({ query }) => ({ matches: await resolution.byBinding(query, query.maxResults) }),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/c2pa/matches/byBinding',
      operation: 'findManifestsByPostedBinding',
      idempotency: 'repeatable',
      summary: 'Find manifests by the value of a soft binding, sent in the body',
      description: bindingWords,
      ...anyone,
      limit: 'public',
      query: Type.Object({ maxResults: schema.maxResults }),
      body: Type.Object({ alg: schema.alg, value: schema.value }),
      success: { status: 200, schema: schema.matches },
      errors: archiveErrors,
      handler: async ({ body, query }) => ({ matches: await resolution.byBinding(body, query.maxResults) }),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/c2pa/matches/byContent',
      operation: 'findManifestsByContent',
      idempotency: 'repeatable',
      summary: 'Find the manifests of a file',
      description: `Send the file itself as the body. ${contentWords} A token in its metadata alone is not a match, because anyone can copy it.`,
      ...anyone,
      access: recognized,
      limit: 'verify',
      upload: {
        field: 'content',
        largest: LARGEST_DELIVERED,
        types: ['image/*', 'audio/*', 'video/*', 'application/*', 'model/*', 'text/*'],
      },
      query: schema.contentQuery,
      success: { status: 200, schema: schema.matches },
      errors: archiveErrors,
      handler: async ({ query, upload, ip, charge }) => {
        const caller = { network: networkOf(ip), charge };
        return { matches: await resolution.byContent(upload!, query, caller) };
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/c2pa/matches/byReference',
      operation: 'findManifestsByReference',
      idempotency: 'repeatable',
      summary: 'Find the manifests of a file that the service fetches',
      description: `Off unless the operator sets RESOLVE_REFERENCES. The service fetches the asset by https from a public address, follows no redirect, and checks its length and type. ${contentWords}`,
      ...anyone,
      access: recognized,
      limit: 'verify',
      query: schema.contentQuery,
      body: schema.reference,
      success: { status: 200, schema: schema.matches },
      errors: ['forbidden', ...archiveErrors],
      handler: async ({ query, body, ip, charge }) => {
        const network = networkOf(ip);
        const search = (content: Uint8Array) => resolution.byContent(content, query, { network, charge });
        return { matches: await references.withAsset(body, network, search) };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/c2pa/manifests/:manifest_id',
      operation: 'getManifest',
      summary: 'Get a manifest store',
      description:
        'The complete manifest store, or with returnActiveManifest=true only its active manifest. Organizations also store manifests here that the service did not make: check the signature.',
      ...anyone,
      limit: 'public',
      params: Type.Object({ manifest_id: schema.manifestId }),
      query: Type.Object({ returnActiveManifest: Type.Boolean({ default: false }) }),
      success: { status: 200, schema: file, contentType: 'application/c2pa' },
      errors: ['manifest_not_found'],
      handler: async ({ params, query }) => {
        const store = await repository.find(params.manifest_id, query.returnActiveManifest);
        return answerWith(Buffer.from(store.buffer, store.byteOffset, store.byteLength), {});
      },
    }),
  ];
}
