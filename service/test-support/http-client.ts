// A thin client for tests. It checks every response against the declaration of the route: a success
// body has exactly the fields of its schema, and an error is one that the route declares, with the
// form and status of the catalog.
import assert from 'node:assert/strict';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { Route } from '../src/http/define-route.ts';
import { errorCatalogue } from '../src/http/error-catalogue.ts';
import { problemsOf } from '../src/http/pipeline/validation.ts';
import type { RunningEnvironment } from '../src/service.ts';

export interface CallOptions {
  /** Sent as JSON. A string is sent unchanged. */
  readonly body?: unknown;
  /** Goes into `Authorization: Bearer`. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the schema of the route has been checked; tests read the fields they expect.
  readonly body: any;
}

export interface Client {
  readonly url: string;
  readonly routes: readonly Route[];
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
}

type Place = Pick<RunningEnvironment, 'url' | 'routes' | 'name'>;

/**
 * The address is looked up at every call, because the service listens elsewhere after a restart.
 */
export function createClient(place: () => Place): Client {
  return {
    get url() {
      return place().url;
    },
    get routes() {
      return place().routes;
    },
    async call(method, path, { body, token, headers } = {}) {
      const { url, routes, name } = place();
      const response = await fetch(url + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
      const answer: Answer = {
        status: response.status,
        headers: response.headers,
        body: isJson ? JSON.parse(text) : text,
      };
      assert.equal(answer.headers.get('x-service-environment'), name);
      checkAnswer(
        method,
        routes.find((route) => route.method === method && matches(route, path)),
        answer,
      );
      return answer;
    },
  };
}

function matches(route: Route, path: string): boolean {
  const wanted = route.path.split('/');
  const given = path.split('?')[0]!.split('/');
  return wanted.length === given.length && wanted.every((step, place) => step.startsWith(':') || step === given[place]);
}

function checkAnswer(method: string, route: Route | undefined, answer: Answer): void {
  const { status, body, headers } = answer;
  const label = `${route?.name ?? 'an unknown address'} answered ${status} ${JSON.stringify(body)?.slice(0, 500)}`;
  // A page explains errors in its own words.
  if (status >= 400 && headers.get('content-type')?.startsWith('text/html'))
    assert.equal(route?.resource, 'Pages', label);
  else if (status >= 400) checkError(label, route, answer);
  else if (method === 'OPTIONS') assert.equal(status, 204, label);
  else {
    assert.ok(route, label);
    assert.equal(status, route.success.status, label);
    if (status === 204) return void assert.equal(body, '', label);
    // A route that returns files can choose the type by the request.
    const type = route.success.contentType ? /./ : /^application\/json; charset=utf-8$/;
    assert.match(headers.get('content-type') ?? '', type, label);
    const own = Object.entries(route.success.alternatives ?? {}).find(([given]) =>
      headers.get('content-type')?.startsWith(given),
    );
    const validator = strictValidatorOf(own ? own[1] : route.success.schema);
    if (!validator.Check(body))
      assert.fail(`${label}; its schema says: ${JSON.stringify(problemsOf(validator, body))}`);
  }
}

function checkError(label: string, route: Route | undefined, { status, body, headers }: Answer): void {
  // Without a route: nothing exists there, or the address cannot be read.
  const allowed: readonly string[] = route?.allErrors ?? ['not_found', 'method_not_allowed', 'validation_error'];
  assert.ok(allowed.includes(body.error), `${label}; declared are ${allowed.join(', ')}`);
  assert.equal(status, errorCatalogue[body.error as keyof typeof errorCatalogue].status, label);
  assert.equal(typeof body.message, 'string', label);
  assert.match(body.message, /\S/, label);
  assert.equal(body.request_id, headers.get('x-request-id'), label);
  if (body.error === 'validation_error') assert.ok(Array.isArray(body.details), label);
}

const strictValidators = new WeakMap<TSchema, Validator>();

export function strictValidatorOf(schema: TSchema): Validator {
  let validator = strictValidators.get(schema);
  if (!validator) {
    validator = Compile(closed(schema) as TSchema);
    strictValidators.set(schema, validator);
  }
  return validator;
}

/** The schema with every object closed to fields that it does not name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in inner && !('additionalProperties' in inner)
    ? { ...inner, additionalProperties: false }
    : inner;
}
