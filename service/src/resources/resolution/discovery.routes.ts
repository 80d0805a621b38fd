// The description that the resolution API gives of itself, and the well-known document that leads
// to it.
import { softBindingAlgorithms } from '@content-provenance/engine';
import { defineRoute } from '../../http/define-route.ts';
import type { SystemService } from '../system/system.service.ts';
import * as schema from './resolution.schema.ts';

const anyone = {
  resource: 'Manifest resolution',
  access: { caller: 'public' },
  feature: null,
  limit: 'public',
  anyOrigin: true,
} as const;

/** The release whose API has status, capabilities and the well-known document. */
const c2paSpecificationVersion = '2.4.0';

interface DiscoveryParts {
  readonly publicUrl: string;
  readonly resolvesReferences: boolean;
  readonly system: SystemService;
}

export function discoveryRoutes({ publicUrl, resolvesReferences, system }: DiscoveryParts) {
  const apiEndpoint = `${publicUrl}/v1/c2pa`;
  const namesOf = (type: 'watermark' | 'fingerprint') =>
    softBindingAlgorithms.filter((each) => each.type === type).map(({ alg }) => ({ alg }));
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/c2pa/services/supportedAlgorithms',
      operation: 'listSupportedAlgorithms',
      summary: 'The soft binding algorithms that the service detects',
      ...anyone,
      success: { status: 200, schema: schema.supportedAlgorithms },
      errors: [],
      handler: () => ({ watermarks: namesOf('watermark'), fingerprints: namesOf('fingerprint') }),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/c2pa/services/capabilities',
      operation: 'getResolutionCapabilities',
      summary: 'What the resolution API can do',
      ...anyone,
      success: { status: 200, schema: schema.capabilities },
      errors: [],
      handler: () => ({
        c2paSpecificationVersion,
        supportedCapabilities: [
          'queryByContent' as const,
          ...(resolvesReferences ? ['queryByReference' as const] : []),
          'storeManifests' as const,
          'storeBindings' as const,
        ],
        receipts: false,
      }),
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/c2pa/services/status',
      operation: 'getResolutionStatus',
      summary: 'Whether the resolution API works',
      description: 'degraded: a part other than the database does not work. down: the database does not respond.',
      ...anyone,
      success: { status: 200, schema: schema.status },
      errors: [],
      handler: async () => ({ status: await system.state(), timestamp: new Date().toISOString() }),
    }),
    defineRoute({
      method: 'GET',
      path: '/.well-known/c2pa-soft-binding-resolution',
      operation: 'discoverResolution',
      summary: 'Where the resolution API is',
      ...anyone,
      success: { status: 200, schema: schema.discovery, headers: { 'cache-control': 'public, max-age=3600' } },
      errors: [],
      handler: () => ({
        apiEndpoint,
        c2paSpecificationVersion,
        capabilitiesEndpoint: `${apiEndpoint}/services/capabilities`,
        statusEndpoint: `${apiEndpoint}/services/status`,
      }),
    }),
  ];
}
