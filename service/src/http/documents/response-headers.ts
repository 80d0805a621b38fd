// The headers of each response in the OpenAPI document: those of every response, those that follow
// from the declaration of the route, and those that its handler sends.
import { type Route, replays } from '../define-route.ts';

type Json = Readonly<Record<string, unknown>>;

const text = { type: 'string' } as const;

/** Headers of many responses. The document has each once. */
export const sharedHeaders = {
  'X-Request-Id': {
    description:
      'Identifies the request in the log of the service. Quote it when you report a problem. The X-Request-Id of the request, if it had one that is safe',
    required: true,
    schema: text,
  },
  'X-Service-Environment': {
    description: 'The environment that responded',
    required: true,
    schema: { type: 'string', enum: ['live', 'sandbox'] },
  },
  'RateLimit-Policy': {
    description:
      'The limit that applied: its name, the calls (q) and the seconds (w). Absent if the caller has no limit',
    schema: text,
    example: '"organization";q=100;w=60',
  },
  RateLimit: {
    description: 'What is left: the calls (r), and the seconds until the count restarts (t)',
    schema: text,
    example: '"organization";r=99;t=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before you retry',
    schema: { type: 'integer', minimum: 1 },
  },
  'Idempotent-Replayed': {
    description: 'Present if the response repeats the one of an earlier request with the same Idempotency-Key',
    schema: { type: 'string', const: 'true' },
  },
} as const satisfies Record<string, Json>;

type SharedName = keyof typeof sharedHeaders;

export function successHeaders(route: Route): Json {
  const { headers = {}, sends = {} } = route.success;
  const fixed = Object.entries(headers).map(([name, value]) => [
    properCase(name),
    { description: `Always \`${value}\``, required: true, schema: { type: 'string', const: value } },
  ]);
  const own = Object.entries(sends).map(([name, { description, optional = false }]) => [
    name,
    { description, ...(!optional && { required: true }), schema: text },
  ]);
  const shared = replays(route) ? [...ofEvery(route), 'Idempotent-Replayed' as const] : ofEvery(route);
  return { ...references(shared), ...Object.fromEntries(fixed), ...Object.fromEntries(own) };
}

/** The headers of a response with status 206. */
export function partHeaders(route: Route): Json {
  const description = 'Which bytes of the file the response has, such as bytes 0-1048575/5242880';
  return { ...successHeaders(route), 'Content-Range': { description, required: true, schema: text } };
}

export function errorHeaders(route: Route, status: number): Json {
  const retries = status === 429 || status === 503 || (status === 409 && replays(route));
  return references([...ofEvery(route), ...(retries ? (['Retry-After'] as const) : [])]);
}

function ofEvery({ limit }: Route): SharedName[] {
  return ['X-Request-Id', 'X-Service-Environment', ...(limit === 'none' ? [] : limited)];
}

const limited: readonly SharedName[] = ['RateLimit-Policy', 'RateLimit'];

function references(names: readonly SharedName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** `cache-control` → `Cache-Control` */
function properCase(name: string): string {
  return name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
