// A route with an incomplete declaration cannot be created.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { Type } from 'typebox';
import { defineRoute, type RouteDeclaration } from './define-route.ts';

const whole = {
  method: 'POST',
  path: '/v1/things',
  operation: 'testThing',
  resource: 'Things',
  summary: 'Make a thing',
  access: { caller: 'session' },
  feature: null,
  idempotency: 'repeatable',
  limit: 'organization',
  anyOrigin: false,
  success: { status: 201, schema: Type.Object({}) },
  errors: [],
  handler: () => ({}),
} as const satisfies RouteDeclaration;

/** As a cast or plain JavaScript would declare it. */
const define = (change: object) => defineRoute({ ...whole, ...change } as unknown as RouteDeclaration);

test('a complete declaration is accepted and gets its name', () => {
  assert.equal(define({}).name, 'POST /v1/things');
});

const gaps: readonly (readonly [object, string])[] = [
  [{ path: undefined }, 'does not declare a path'],
  [{ path: 'v1/things' }, 'does not declare a path'],
  [{ access: undefined }, 'does not declare who may call it'],
  [{ access: {} }, 'does not declare who may call it'],
  [{ access: { caller: 'key' } }, 'takes API keys, but does not declare their scope'],
  [{ access: { caller: 'key-or-session', scope: 'everything' } }, 'takes API keys, but does not declare their scope'],
  [{ access: { caller: 'public' }, limit: 'verify' }, 'takes API keys, but does not declare their scope'],
  [{ feature: undefined }, 'does not declare the feature it needs (null for none)'],
  [{ limit: undefined }, 'does not declare its limit class'],
  [{ limit: 'generous' }, 'does not declare its limit class'],
  [{ anyOrigin: undefined }, 'does not declare whether any origin may call it'],
  [{ success: undefined }, 'does not declare its response'],
  [{ success: { status: 200 } }, 'does not declare its response'],
  [{ success: { schema: Type.Object({}) } }, 'does not declare its response'],
  [{ errors: undefined }, 'does not declare its errors'],
  [{ errors: ['out_of_luck'] }, 'declares the unknown error out_of_luck'],
  [{ errors: ['toString'] }, 'declares the unknown error toString'],
  [{ summary: '' }, 'does not say what it is for'],
  [{ idempotency: undefined }, 'does not declare what Idempotency-Key does'],
  [{ idempotency: 'always' }, 'does not declare what Idempotency-Key does'],
  [{ method: 'PUT' }, 'declares what Idempotency-Key does, but is not a POST'],
  [
    { idempotency: 'caller', success: { status: 204, schema: Type.Object({}) } },
    'stores responses for Idempotency-Key, but they are not JSON',
  ],
  [{ resource: undefined }, 'does not say what it is for'],
  [{ operation: undefined }, 'does not name its operation'],
  [{ operation: 'make-thing' }, 'does not name its operation'],
  [{ handler: undefined }, 'has no handler'],
];

const publicly = { access: { caller: 'public' }, limit: 'public' };
const contradictions: readonly (readonly [object, string])[] = [
  [
    { ...publicly, access: { caller: 'public', role: 'admin' } },
    'is public, but asks for a role or a verified address',
  ],
  [
    { ...publicly, access: { caller: 'public', verifiedEmail: true } },
    'is public, but asks for a role or a verified address',
  ],
  [{ ...publicly, feature: 'webhooks' }, 'is public, but needs a feature of a plan'],
  [{ ...publicly, limit: 'organization' }, 'is public, but charges an organization'],
  [{ limit: 'public' }, 'needs credentials, but does not charge the organization'],
  [{ limit: 'none' }, 'needs credentials, but does not charge the organization'],
  [{ ...publicly, idempotency: 'caller' }, 'is public, but stores responses for Idempotency-Key'],
  [{ ...publicly, quota: true }, 'is public, but spends signatures'],
  [{ ...publicly, seat: true }, 'is public, but offers a seat'],
  [{ access: { caller: 'session', scope: 'sign' } }, 'takes no API keys, but declares a scope'],
  [{ ...publicly, access: { caller: 'public', scope: 'sign' } }, 'takes no API keys, but declares a scope'],
  [{ access: { caller: 'anyone' } }, 'does not declare who may call it'],
  [{ access: { caller: 'session', role: 'emperor' } }, 'asks for an unknown role'],
  [{ feature: 'magic' }, 'needs an unknown feature'],
  [{ method: 'FETCH' }, 'does not declare its method'],
];

for (const [change, sentence] of [...gaps, ...contradictions]) {
  test(`refused: ${sentence} ${inspect(change, { breakLength: Infinity })}`, () => {
    assert.throws(
      () => define(change),
      (problem: Error) => problem.message.endsWith(` ${sentence}.`),
    );
  });
}

test('the errors of the pipeline follow from the declaration', () => {
  const always = ['internal_error', 'service_unavailable'];
  const open = define({ ...publicly, method: 'GET', idempotency: undefined });
  assert.deepEqual(open.allErrors, ['rate_limited', ...always]);
  assert.deepEqual(define({ ...publicly, method: 'GET', idempotency: undefined, limit: 'none' }).allErrors, always);
  const everything = define({
    access: { caller: 'session', role: 'admin', verifiedEmail: true },
    feature: 'webhooks',
    idempotency: 'organization',
    body: Type.Object({}),
    errors: ['not_found'],
  });
  assert.deepEqual(everything.allErrors, [
    'validation_error',
    'unauthorized',
    'plan_required',
    'email_not_verified',
    'forbidden',
    'not_found',
    'idempotency_conflict',
    'payload_too_large',
    'rate_limited',
    ...always,
  ]);
});
