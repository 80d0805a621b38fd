// Problem details (RFC 9457) through the real service: on request only, and with every error.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { wantsProblem } from './problem-details.ts';

let service: RunningService;
before(async () => {
  service = await startRunningService({ settings: { PUBLIC_URL: 'https://provenance.example' } });
});
after(() => service.stop());

async function ask(path: string, accept: string, options: RequestInit = {}) {
  const response = await fetch(service.live.url + path, { ...options, headers: { accept, ...options.headers } });
  const type = response.headers.get('content-type');
  return { status: response.status, type, body: (await response.json()) as Record<string, unknown>, response };
}

test('an error is problem details if the caller accepts them', async () => {
  const { status, type, body, response } = await ask('/v1/generators', 'application/json, application/problem+json');
  assert.deepEqual([status, type], [401, 'application/problem+json; charset=utf-8']);
  assert.equal(body.type, 'https://provenance.example/docs/reference/errors#unauthorized');
  assert.deepEqual([body.title, body.status, body.error], ['Unauthorized', 401, 'unauthorized']);
  assert.equal(body.detail, body.message);
  assert.equal(body.request_id, response.headers.get('x-request-id'));
  assert.equal(body.instance, `tag:provenance.example,2026:${body.request_id}`);
});

test('every other caller gets the usual body', async () => {
  for (const accept of ['*/*', 'application/json', 'application/*', 'application/problem+json;q=0']) {
    const { type, body } = await ask('/v1/generators', accept);
    assert.equal(type, 'application/json; charset=utf-8', accept);
    assert.deepEqual(Object.keys(body), ['error', 'message', 'request_id'], accept);
  }
});

test('unknown paths, other methods, invalid bodies and bodies that are too large are problems too', async () => {
  const json = { 'content-type': 'application/json' };
  const cases: readonly (readonly [path: string, options: RequestInit, status: number])[] = [
    ['/v1/nowhere', {}, 404],
    ['/v1/sign', {}, 405],
    ['/v1/auth/login', { method: 'POST', headers: json, body: '{' }, 400],
    ['/v1/auth/login', { method: 'POST', headers: json, body: 'x'.repeat(3 * 1024 * 1024) }, 413],
  ];
  for (const [path, options, expected] of cases) {
    const { status, type, body } = await ask(path, 'application/problem+json', options);
    assert.deepEqual([status, body.status], [expected, expected], path);
    assert.match(type ?? '', /^application\/problem\+json/, path);
    assert.ok(body.details === undefined || Array.isArray(body.details));
  }
});

test('the page behind `type` has a place for every error', async () => {
  const { body } = await ask('/v1/nowhere', 'application/problem+json');
  const { pathname, hash } = new URL(String(body.type));
  const page = await (await fetch(service.live.url + pathname, { headers: { accept: 'text/html' } })).text();
  assert.ok(page.includes(`id="${hash.slice(1)}"`));
});

test('a success is never a problem', async () => {
  const { status, type } = await ask('/version', 'application/problem+json');
  assert.deepEqual([status, type], [200, 'application/json; charset=utf-8']);
});

test('the header is read as HTTP defines it', () => {
  for (const accept of ['application/problem+json', 'text/html, APPLICATION/Problem+JSON; q=0.5']) {
    assert.equal(wantsProblem(accept), true, accept);
  }
  for (const accept of [undefined, '', 'application/problem+jsonx', 'application/problem+json;q=0.0']) {
    assert.equal(wantsProblem(accept), false, String(accept));
  }
});
