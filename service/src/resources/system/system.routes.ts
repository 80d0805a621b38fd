// Routes about the service itself: health, version, metrics, the description of the API.
import { timingSafeEqual } from 'node:crypto';
import { Type } from 'typebox';
import { defineRoute, type Route } from '../../http/define-route.ts';
import { docsPage, docsPolicy } from '../../http/documents/docs-page.ts';
import { describeRoutes } from '../../http/documents/openapi.ts';
import { fail } from '../../http/error-catalogue.ts';
import type { Metrics } from '../../http/pipeline/metrics.ts';
import { answerWith } from '../../http/route-answer.ts';
import type { SystemService } from './system.service.ts';

const resource = 'Service';
const anyone = { access: { caller: 'public' }, feature: null, limit: 'public' } as const;
const state = Type.Enum(['ok', 'failing']);
const custodyState = Type.Enum(['ok', 'away']);

export function systemRoutes(system: SystemService, metrics: Metrics, metricsToken: string | undefined): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/health',
      operation: 'getHealth',
      resource,
      summary: 'Check whether the service is ready',
      description: 'Returns 503 if a required component fails.',
      access: { caller: 'public' },
      feature: null,
      // Probes and load balancers call often, from one address.
      limit: 'none',
      anyOrigin: true,
      success: {
        status: 200,
        schema: Type.Object(
          {
            status: Type.Literal('ok'),
            checks: Type.Object({
              database: state,
              replicas: Type.Optional(
                Type.Array(Type.Enum(['ok', 'behind', 'away', 'foreign']), {
                  description:
                    'In the order of DATABASE_REPLICA_URL. The primary takes over for replicas that are not ok. foreign: not a replica of this database, or not yet on its timeline.',
                }),
              ),
              cache: state,
              workers: state,
              decoder: Type.Enum(['ok', 'absent'], {
                description: 'absent: the service signs video with a token only',
              }),
              neural: Type.Enum(['ok', 'absent', 'altered', 'off'], {
                description:
                  'Neural watermark for images. absent: its runtime or its networks are not installed. altered: the network files differ from the released ones. off: NEURAL_WATERMARK=false. In these states, images carry only the other watermark.',
              }),
              neural_audio: Type.Enum(['ok', 'absent', 'altered', 'off'], {
                description: 'Neural watermark for audio. Not every release includes its networks.',
              }),
              key_custody: Type.Optional(
                Type.Object(
                  { pkcs11: Type.Optional(custodyState), kms: Type.Optional(custodyState) },
                  {
                    description:
                      'Private keys outside the database, if there are any. away: the last call failed, so generators and certificates with a key there cannot sign. Everything else works.',
                  },
                ),
              ),
            }),
          },
          { title: 'Health' },
        ),
      },
      errors: [],
      handler: () => system.health(),
    }),
    defineRoute({
      method: 'GET',
      path: '/version',
      operation: 'getVersion',
      resource,
      summary: 'Get the release and the environment',
      ...anyone,
      anyOrigin: true,
      success: {
        status: 200,
        schema: Type.Object(
          {
            version: Type.String(),
            environment: Type.Enum(['live', 'sandbox']),
            api: Type.Literal('v1'),
          },
          { title: 'Version' },
        ),
      },
      errors: [],
      handler: () => system.version(),
    }),
    defineRoute({
      method: 'GET',
      path: '/metrics',
      operation: 'getMetrics',
      resource,
      summary: 'Metrics for Prometheus',
      access: { caller: 'public', rule: 'loopback, or Authorization: Bearer METRICS_TOKEN' },
      feature: null,
      limit: 'none',
      anyOrigin: false,
      success: { status: 200, schema: Type.String(), contentType: metrics.contentType },
      errors: ['not_found'],
      handler: ({ isLocal, headers }) => {
        if (!isLocal && !holdsToken(headers.authorization, metricsToken)) fail('not_found');
        return metrics.text();
      },
    }),
  ];
}

/** The routes that describe all routes, including themselves. */
export function descriptionRoutes(routes: readonly Route[], publicUrl: string): Route[] {
  const all: Route[] = [];
  const described = lazily(() => describeRoutes(all, publicUrl));
  // 160 kB that never change.
  const text = lazily(() => Buffer.from(JSON.stringify(described())));
  const page = lazily(() => docsPage(described()));
  const own = [
    defineRoute({
      method: 'GET',
      path: '/openapi.json',
      operation: 'getOpenApi',
      resource,
      summary: 'This API as OpenAPI 3.1',
      ...anyone,
      anyOrigin: true,
      success: {
        status: 200,
        schema: Type.Record(Type.String(), Type.Unknown()),
        contentType: 'application/json; charset=utf-8',
      },
      errors: [],
      handler: () => answerWith(text(), {}),
    }),
    defineRoute({
      method: 'GET',
      path: '/docs',
      operation: 'showApiReference',
      resource,
      summary: 'This API as a page to read and try',
      ...anyone,
      anyOrigin: false,
      success: {
        status: 200,
        schema: Type.String(),
        contentType: 'text/html; charset=utf-8',
        headers: { 'content-security-policy': docsPolicy, 'referrer-policy': 'no-referrer' },
      },
      errors: [],
      handler: () => page(),
    }),
  ];
  all.push(...routes, ...own);
  return own;
}

function holdsToken(authorization: string | undefined, token: string | undefined): boolean {
  if (token === undefined) return false;
  const expected = Buffer.from(`Bearer ${token}`);
  const given = Buffer.from(authorization ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
