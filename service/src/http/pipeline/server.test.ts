// What all responses of the service have in common: headers, error bodies, CORS, request ids, log
// lines.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { type Account, makeAccount } from '../../../test-support/account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { untilItAnswers } from '../../../test-support/private-program.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { serveRoutes } from '../../../test-support/serve-routes.ts';

test('with an https address, responses tell browsers to use only https', async () => {
  for (const [publicUrl, expected] of [
    ['http://live.test', /^$/],
    ['https://live.test', /^max-age=\d{8};/],
  ] as const) {
    const served = await serveRoutes([], { publicUrl });
    assert.match((await served.call('GET', '/')).headers.get('strict-transport-security') ?? '', expected);
    await served.stop();
  }
});

onEachDatabase((database) => {
  let service: RunningService;
  let account: Account;
  before(async () => {
    service = await startRunningService({ database });
    account = await makeAccount(service.live);
  });
  after(() => service.stop());
  const call: RunningService['live']['call'] = (...given) => service.live.call(...given);
  const logIn = (body: unknown, headers = {}) => call('POST', '/v1/auth/login', { body, headers });
  const assertInvalid = (answer: Awaited<ReturnType<typeof call>>, message?: RegExp) => {
    assert.deepEqual([answer.status, answer.body.error], [400, 'validation_error']);
    if (message) assert.match(answer.body.message, message);
  };

  test('every response carries the environment, a request id and the security headers', async () => {
    const answers = await Promise.all([
      call('GET', '/version'),
      call('GET', '/nowhere'),
      call('GET', '/v1/auth/me', { token: account.token }),
      call('GET', '/v1/auth/me'),
      logIn('{'),
      call('GET', '/%zz'),
      call('DELETE', `/v1/account/api-keys/${'x'.repeat(2_000)}`, { token: account.token }),
    ]);
    for (const { headers } of answers) {
      assert.equal(headers.get('x-service-environment'), 'live');
      assert.match(headers.get('x-request-id') ?? '', /^req_\w+$/);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/);
      assert.equal(headers.get('x-powered-by'), null);
    }
    assert.equal(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size, answers.length);
    assert.equal((await service.sandbox.call('GET', '/version')).headers.get('x-service-environment'), 'sandbox');
  });

  test('an unknown path gets 404', async () => {
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/v1'],
      ['PUT', '/v1/auth/nothing'],
      ['DELETE', '/v2/version'],
    ] as const) {
      assert.equal((await call(method, path)).status, 404, `${method} ${path}`);
    }
    // The body does not matter.
    for (const body of ['{', 'x'.repeat(2 * 1024 * 1024)]) {
      const { status, headers } = await call('POST', '/v1/nowhere', { body });
      assert.deepEqual([status, headers.get('x-content-type-options')], [404, 'nosniff']);
    }
  });

  test('deep nesting anywhere in a body is refused', async () => {
    for (const deep of ['['.repeat(100_000) + ']'.repeat(100_000), `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`]) {
      assertInvalid(await logIn(deep));
      const answer = await logIn(`{"email":"a@example.org","password":"12345678","extra":${deep}}`);
      assertInvalid(answer);
      assert.deepEqual(answer.body.details, [{ path: 'extra', message: 'must not be nested deeper than 64 levels' }]);
      assertInvalid(await call('POST', '/v1/account/api-keys', { token: account.token, body: `{"extra":${deep}}` }));
    }
  });

  test('invalid JSON, another content type and a body that is too large get our error body', async () => {
    assertInvalid(await logIn('{'), /not valid JSON/);
    assertInvalid(await logIn('{"email":"a",}'), /not valid JSON/);
    assertInvalid(await logIn('<login/>', { 'content-type': 'application/xml' }), /application\/json/);
    assertInvalid(await logIn('email=a', { 'content-type': 'application/x-www-form-urlencoded' }), /application\/json/);
    assertInvalid(await logIn('email', { 'content-type': 'text/plain' }));
    for (const body of ['[]', '"text"', '1', 'null', 'true', '']) assertInvalid(await logIn(body));
    const large = await logIn({ email: 'a@example.org', password: 'x'.repeat(1024 * 1024) });
    assert.deepEqual([large.status, large.body.error], [413, 'payload_too_large']);
    assert.match(large.body.message, /larger than 1 MB/);
  });

  test('a route without a body accepts no body, an empty body or {}, and refuses invalid JSON', async () => {
    const attempt = (body: unknown, headers = {}) =>
      call('POST', '/v1/auth/logout', { token: account.token, body, headers });
    assertInvalid(await attempt('{'));
    assertInvalid(await attempt('<a/>', { 'content-type': 'application/xml' }));
    assert.equal((await attempt('x'.repeat(2 * 1024 * 1024))).status, 413);
    for (const body of [undefined, '', {}]) {
      account = await makeAccount(service.live);
      assert.equal((await attempt(body)).status, 200);
    }
    account = await makeAccount(service.live);
  });

  test('validation errors name each field and what is wrong with it', async () => {
    const { body } = await call('POST', '/v1/auth/register', {
      body: { org_name: '', email: 'none', password: 'short' },
    });
    const places = new Set(body.details.map(({ path }: { path: string }) => path));
    assert.deepEqual([...places].sort(), ['email', 'org_name', 'password']);
    for (const detail of body.details) assert.match(detail.message, /\S/);
    const missing = await call('POST', '/v1/auth/register', { body: {} });
    assert.ok(missing.body.details.some(({ path }: { path: string }) => path === 'org_name'));
    for (const org_name of ['', '  ']) {
      const account = { org_name, email: 'a@example.org', password: 'correct horse' };
      const blank = await service.live.call('POST', '/v1/auth/register', { body: account });
      assert.deepEqual(blank.body.details, [{ path: 'org_name', message: 'must not be empty' }]);
    }
  });

  test('a body cannot reach the prototypes of objects', async () => {
    const poisoned = [
      '{"email":"a@example.org","password":"12345678","__proto__":{"admin":true}}',
      '{"email":"a@example.org","password":"12345678","constructor":{"prototype":{"admin":true}}}',
    ];
    for (const body of poisoned) assertInvalid(await logIn(body));
    assert.equal(({} as { admin?: boolean }).admin, undefined);
  });

  test('unknown fields are ignored', async () => {
    const body = { email: account.email, password: account.password, role: 'owner', admin: true };
    assert.deepEqual(Object.keys((await logIn(body)).body).sort(), ['token', 'user']);
  });

  test('text that a database cannot store is refused', async () => {
    for (const text of ['a\u0000b', 'half a pair \ud800']) {
      assertInvalid(
        await call('POST', '/v1/auth/register', {
          body: { org_name: text, email: 'u@example.org', password: '12345678' },
        }),
      );
      assertInvalid(await call('POST', '/v1/account/api-keys', { token: account.token, body: { name: text } }));
      assertInvalid(await logIn({ email: text, password: '12345678' }));
    }
    assertInvalid(await call('DELETE', '/v1/account/api-keys/%00', { token: account.token }));
  });

  test('public routes can be called from any origin, the others from none', async () => {
    const origin = { origin: 'https://elsewhere.example' };
    for (const route of service.live.routes.filter(({ method, path }) => method === 'GET' && !path.includes(':'))) {
      const { headers } = await call('GET', route.path, { headers: origin });
      assert.equal(headers.get('access-control-allow-origin'), route.anyOrigin ? '*' : null, route.name);
      assert.equal(headers.get('access-control-allow-credentials'), null);
    }
    const preflight = await call('OPTIONS', '/version', {
      headers: { ...origin, 'access-control-request-method': 'GET' },
    });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
    assert.equal(preflight.headers.get('access-control-allow-methods'), 'GET, HEAD, OPTIONS');
    const closed = await call('OPTIONS', '/v1/auth/login', { headers: origin });
    assert.deepEqual([closed.status, closed.headers.get('access-control-allow-origin')], [204, null]);
    const withBody = await call('OPTIONS', '/v1/verify', { body: '{' });
    assert.deepEqual([withBody.status, withBody.headers.get('x-content-type-options')], [204, 'nosniff']);
  });

  test('a known path with another method gets 405 with Allow, an unknown path 404', async () => {
    for (const [method, path, allow] of [
      ['GET', '/v1/sign', 'OPTIONS, POST'],
      ['DELETE', '/v1/generators', 'GET, HEAD, OPTIONS, POST'],
      ['PUT', '/v1/records/of-anyone', 'GET, HEAD, OPTIONS'],
      ['DELETE', '/v1/team/members/me/api-keys', 'GET, HEAD, OPTIONS, POST'],
      ['POST', '/version?a=b', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const { status, body, headers } = await call(method, path);
      assert.deepEqual([status, body.error, headers.get('allow')], [405, 'method_not_allowed', allow], path);
      const options = await call('OPTIONS', path);
      assert.deepEqual([options.status, options.headers.get('allow')], [204, allow], path);
    }
    for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) {
      for (const path of ['/v1/nothing', '/v1/records//bundle', '/v1', '/assets/none/none']) {
        const { status, headers } = await call(method, path);
        assert.deepEqual([status, headers.get('allow')], [404, null], `${method} ${path}`);
      }
    }
  });

  test('405 does not depend on what exists or on who calls', async () => {
    const account = await makeAccount(service.live);
    const generator = { name: 'Pictures', supported_formats: ['image'] };
    const { body } = await call('POST', '/v1/generators', { token: account.token, body: generator });
    const answers = await Promise.all(
      [body.generator_id, 'gen_none'].flatMap((id) =>
        [undefined, account.token].map((token) =>
          call('DELETE', `/v1/generators/${id}`, { ...(token !== undefined && { token }) }),
        ),
      ),
    );
    const shown = answers.map(({ status, headers, body: { request_id: _, ...rest } }) => [
      status,
      headers.get('allow'),
      rest,
    ]);
    for (const each of shown) assert.deepEqual(each, shown[0]);
    assert.equal(shown[0]![0], 405);
  });

  test('HEAD gets the headers of GET and no body', async () => {
    const { token } = await makeAccount(service.live);
    for (const path of ['/version', '/v1/billing/plans', '/v1/generators']) {
      const options = { headers: { authorization: `Bearer ${token}` } };
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => fetch(service.live.url + path, { ...options, method })),
      );
      assert.deepEqual([get!.status, head!.status], [200, 200], path);
      assert.equal(head!.headers.get('content-type'), get!.headers.get('content-type'));
      assert.equal(await head!.text(), '');
    }
    const refused = await fetch(`${service.live.url}/v1/sign`, { method: 'HEAD' });
    assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'OPTIONS, POST']);
  });

  test('bytes that are not HTTP get an error body, and the connection closes', async () => {
    const { hostname, port } = new URL(service.live.url);
    for (const [bytes, status] of [
      ['nonsense\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`, 431],
    ] as const) {
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      const [head, body] = (await text(socket)).split('\r\n\r\n') as [string, string];
      assert.match(head, new RegExp(`^HTTP/1.1 ${status} `));
      assert.match(head, /x-service-environment: live/i);
      assert.equal(JSON.parse(body).error, 'validation_error');
    }
  });

  test('a caller that sends very slowly does not delay other callers', async () => {
    const { hostname, port } = new URL(service.live.url);
    const slow = Array.from({ length: 300 }, () => connect(Number(port), hostname));
    const drip = setInterval(() => {
      for (const socket of slow) socket.write('x');
    }, 50);
    for (const socket of slow) {
      socket.on('error', () => undefined);
      socket.write('POST /v1/auth/login HTTP/1.1\r\nhost: x\r\nx-slow: ');
    }
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('GET', '/version')));
    assert.ok(answers.every(({ status }) => status === 200));
    assert.equal((await call('GET', '/v1/auth/me', { token: account.token })).status, 200);
    clearInterval(drip);
    for (const socket of slow) socket.destroy();
  });

  test('the log has a line for each request and never a password, token or body', async () => {
    const secret = 'correct horse battery staple';
    const { token } = await makeAccount(service.live, undefined, secret);
    const answer = await call('GET', '/v1/auth/me', { token });
    // The line is written after the response is sent.
    const line = await untilItAnswers(async () => {
      const found = service.logLines.find(({ requestId }) => requestId === answer.headers.get('x-request-id'));
      return found ?? assert.fail('no line');
    });
    assert.deepEqual([line.route, line.status, line.level], ['GET /v1/auth/me', 200, 'info']);
    const everything = JSON.stringify(service.logLines.filter(({ msg }) => msg === 'request'));
    assert.ok(!everything.includes(secret) && !everything.includes(token));
    assert.ok(!JSON.stringify(service.logLines).includes(secret));
  });
});
