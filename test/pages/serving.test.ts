// How the pages are served: strict policy, files cached permanently, compressed, and no conflict
// with the API.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type RunningService, startRunningService } from '../../service/test-support/running-service.ts';

let service: RunningService;
before(async () => {
  service = await startRunningService({ settings: { PUBLIC_URL: 'https://provenance.example/service' } });
});
after(() => service.stop());

const asBrowser = { accept: 'text/html,application/xhtml+xml' };
const get = (path: string, headers: Record<string, string> = {}) => fetch(service.live.url + path, { headers });

test('a page allows only scripts from its own files, and no style without the nonce of this response', async () => {
  const [first, second] = [await get('/', asBrowser), await get('/verify', asBrowser)];
  const policy = first.headers.get('content-security-policy')!;
  assert.equal(first.status, 200);
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[\w-]{22}';/);
  assert.doesNotMatch(policy, /unsafe|https?:|\*/);
  assert.notEqual(policy, second.headers.get('content-security-policy'));
  assert.equal(first.headers.get('cache-control'), 'no-store');
  assert.match(await first.text(), /data-environment="live" data-other-url="http:\/\/sandbox.test"/);
});

test('only the verify page can read files of other sites', async () => {
  for (const [path, expected] of [
    ['/verify', "connect-src 'self' https:"],
    ['/login', "connect-src 'self'"],
    ['/verify-email', "connect-src 'self'"],
  ] as const) {
    const policy = (await get(path, asBrowser)).headers.get('content-security-policy')!;
    assert.equal(
      policy.split('; ').find((each) => each.startsWith('connect-src')),
      expected,
      path,
    );
    assert.doesNotMatch(policy, /unsafe|\*/, path);
  }
});

test('programs that accept anything get the page, with a description and OpenGraph tags', async () => {
  for (const headers of [
    {},
    { accept: '*/*' },
    asBrowser,
    { 'user-agent': 'facebookexternalhit/1.1', accept: '*/*' },
  ]) {
    const answer = await get('/verify', headers as Record<string, string>);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
    const page = await answer.text();
    assert.match(page, /<meta property="og:title" content="Verify content · Content Provenance Service">/);
    assert.match(page, /<meta property="og:url" content="https:\/\/provenance\.example\/service\/verify">/);
    assert.match(page, /<meta name="description" content="Find out whether a file was signed/);
  }
  assert.equal((await get('/verify', { accept: 'application/json' })).status, 404);
});

test('the files that make the verify page installable are served under it', async () => {
  for (const [name, type] of [
    ['app.webmanifest', 'application/manifest+json'],
    ['worker.js', 'text/javascript; charset=utf-8'],
  ] as const) {
    const answer = await get(`/verify/${name}`);
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, type]);
    assert.equal(answer.headers.get('cache-control'), 'no-cache');
  }
  assert.equal((await get('/verify/other.js')).status, 404);
  const unknown = await get('/verify/other.js', asBrowser);
  assert.deepEqual([unknown.status, unknown.headers.get('content-type')], [404, 'text/html; charset=utf-8']);
  assert.equal((await get('/', { accept: '*/*' })).status, 404, 'only the verify page is for programs too');
});

test('files are under the path of the public address, cached permanently and compressed', async () => {
  const page = await (await get('/', asBrowser)).text();
  const script = /src="\/service(\/assets\/main-\w+\.js)"/.exec(page)![1]!;
  for (const encoding of ['br', 'gzip']) {
    const answer = await get(script, { 'accept-encoding': encoding });
    assert.equal(answer.headers.get('content-encoding'), encoding);
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(answer.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.match(await answer.text(), /import/);
  }
  assert.equal((await get('/assets/main-NOTTHERE.js')).status, 404);
  assert.equal((await get('/assets/..%2fmanifest.json')).status, 404);
});

test('the API keeps its addresses and its errors', async () => {
  for (const path of ['/v1/nowhere', '/v1', '/nowhere', '/assets/x']) {
    const answer = await get(path, path.startsWith('/n') ? {} : asBrowser);
    assert.equal(answer.status, 404, path);
    assert.equal(((await answer.json()) as { error: string }).error, 'not_found', path);
  }
  assert.equal((await get('/health', asBrowser)).headers.get('content-type'), 'application/json; charset=utf-8');
  assert.match(await (await get('/docs', asBrowser)).text(), /API reference/);
});
