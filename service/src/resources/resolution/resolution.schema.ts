// The shapes of the Soft Binding Resolution API. Names are those of the C2PA standard, not of the
// rest of our API.
import { Type } from 'typebox';

export const alg = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
  description: 'Name of a soft binding algorithm, such as org.content-provenance.dct-image.1',
  examples: ['org.content-provenance.dct-image.1'],
});

export const value = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'Base64',
  examples: ['q83vEjRWeJA='],
});

export const maxResults = Type.Integer({
  minimum: 1,
  default: 10,
  description: 'At most this many matches; the service returns no more than 100',
});

export const manifestId = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Label of the active manifest',
  examples: ['urn:c2pa:6f1d1c9e-3a0b-4a6e-9b0e-0c6f6d0a2b11'],
});

export const contentQuery = Type.Object({
  alg: Type.Optional(alg),
  maxResults,
  hintAlg: Type.Optional(alg),
  hintValue: Type.Optional(value),
});

export const matches = Type.Object(
  {
    matches: Type.Array(Type.Object({ manifestId }), {
      description: 'Empty if nothing was found. All manifests are on this server: GET /manifests/{manifestId}',
    }),
  },
  { title: 'ManifestMatches' },
);

export const reference = Type.Object({
  referenceUrl: Type.String({ minLength: 1, maxLength: 2_048, description: 'https:// URL of the asset' }),
  assetLength: Type.Integer({ minimum: 1, description: 'Bytes; the asset must have exactly this length' }),
  assetType: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Content type; the asset must have this type' }),
  ),
  region: Type.Optional(
    Type.Array(Type.Unknown(), { maxItems: 0, description: 'Leave it out: the service searches the whole asset' }),
  ),
});

const algorithms = Type.Array(Type.Object({ alg }));
export const supportedAlgorithms = Type.Object({ watermarks: algorithms, fingerprints: algorithms });

const version = Type.String({ description: 'Release of the C2PA specification that describes this API' });

export const capabilities = Type.Object({
  c2paSpecificationVersion: version,
  supportedCapabilities: Type.Array(
    Type.Enum(['queryByContent', 'queryByReference', 'storeManifests', 'storeBindings']),
  ),
  receipts: Type.Boolean({ description: 'Whether the repository issues receipts' }),
});

export const status = Type.Object({
  status: Type.Enum(['ok', 'degraded', 'down']),
  timestamp: Type.String({ format: 'date-time' }),
});

export const discovery = Type.Object({
  apiEndpoint: Type.String({ format: 'uri' }),
  c2paSpecificationVersion: version,
  capabilitiesEndpoint: Type.String({ format: 'uri' }),
  statusEndpoint: Type.String({ format: 'uri' }),
});
