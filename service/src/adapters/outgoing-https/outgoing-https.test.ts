// Against real receivers: the outcome of each kind of response or silence, and that no name and no
// notation leads to a forbidden address.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startNameServer } from '../../../test-support/dns-server.ts';
import {
  answering,
  type Certificates,
  makeCertificates,
  type Receiver,
  startReceiver,
  trustInThisProcess,
  withOpenssl,
} from '../../../test-support/https-receiver.ts';
import { createOutgoingHttps, type OutgoingHttpsParts } from './outgoing-https.ts';
import { createResolve, createResolver, type Resolve } from './resolve-host.ts';

/** Sends the responses in order, then repeats the last one. */
function resolveTo(...answers: readonly string[][]) {
  let calls = 0;
  const resolve: Resolve = async () => {
    const answer = answers[Math.min(calls, answers.length - 1)]!;
    calls += 1;
    return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return { resolve, calls: () => calls };
}

withOpenssl(() => {
  let certificates: Certificates;
  let receiver: Receiver;
  before(async () => {
    certificates = makeCertificates();
    trustInThisProcess(certificates);
    receiver = await startReceiver(certificates);
  });
  after(async () => {
    await receiver.stop();
    certificates.remove();
  });

  const toAnywhere = (parts: Partial<OutgoingHttpsParts> = {}) =>
    createOutgoingHttps({ resolve: createResolve(), isAllowed: () => true, ...parts });
  const post = (url = receiver.url, parts?: Partial<OutgoingHttpsParts>) =>
    toAnywhere(parts).post(url, { 'x-test': 'yes' }, '{"ä":1}');

  test('a good receiver gets the body and the headers, and its response is stored', async () => {
    receiver.behave(answering(202, 'thänk you'));
    const { milliseconds, ...outcome } = await post();
    const rest = { failure: null, unreachable: false, retryAfter: null };
    assert.deepEqual(outcome, { statusCode: 202, responseBody: 'thänk you', ...rest });
    assert.ok(milliseconds >= 0 && milliseconds < 5_000);
    const { body, headers, path } = receiver.requests.at(-1)!;
    assert.deepEqual([body, headers['x-test'], path], ['{"ä":1}', 'yes', '/hook']);
    assert.equal(headers['content-length'], String(Buffer.byteLength(body)));
  });

  test('the response of a failing receiver is stored too', async () => {
    receiver.behave((_, response) => response.writeHead(503, { 'retry-after': '120' }).end('broken'));
    const { statusCode, responseBody, retryAfter } = await post();
    assert.deepEqual([statusCode, responseBody, retryAfter], [503, 'broken', '120']);
  });

  test('a redirect is not followed', async () => {
    const elsewhere = await startReceiver(certificates);
    receiver.behave((_, response) => response.writeHead(307, { location: elsewhere.url }).end());
    assert.equal((await post()).statusCode, 307);
    assert.equal(elsewhere.requests.length, 0);
    await elsewhere.stop();
  });

  test('a slow receiver is dropped when the time is up, even if its response has started', async () => {
    receiver.behave(() => undefined);
    const silent = await post(receiver.url, { limitMilliseconds: 300 });
    assert.deepEqual([silent.statusCode, silent.failure], [null, 'The request timed out.']);
    assert.ok(silent.milliseconds >= 290 && silent.milliseconds < 10_000, `${silent.milliseconds} ms`);
    receiver.behave((_, response) => void response.writeHead(200).write('beginning'));
    // Enough for the beginning to arrive on a busy machine.
    const dragging = await post(receiver.url, { limitMilliseconds: 3_000 });
    assert.deepEqual([dragging.statusCode, dragging.responseBody], [200, 'beginning']);
    assert.ok(dragging.milliseconds < 10_000);
  });

  test('a slow name server is dropped too', async () => {
    const never: Resolve = () => new Promise(() => undefined);
    const outcome = await post(`https://hooks.test:${receiver.port}/`, { resolve: never, limitMilliseconds: 200 });
    assert.equal(outcome.failure, 'The request timed out.');
  });

  test('a receiver that closes early has not responded', async () => {
    receiver.behave((_, response) => void response.socket!.destroy());
    const outcome = await post();
    assert.deepEqual([outcome.statusCode, outcome.failure], [null, 'The connection failed (ECONNRESET).']);
  });

  test('at most 4 KB of a gigabyte are read, and no character is split', async () => {
    let sent = 0;
    const ended = new Promise((resolve) => {
      receiver.behave((_, response) => {
        const chunk = Buffer.from(`x${'ä'.repeat(32 * 1024)}`);
        response.writeHead(200).on('close', resolve);
        const more = () => {
          while (sent < 1024 ** 3 && !response.destroyed) {
            sent += chunk.length;
            if (!response.write(chunk)) return void response.once('drain', more);
          }
        };
        more();
      });
    });
    const { statusCode, responseBody, milliseconds } = await post();
    await ended;
    assert.equal(statusCode, 200);
    assert.equal(responseBody, `x${'ä'.repeat(2_047)}`);
    assert.ok(milliseconds < 5_000 && sent < 64 * 1024 * 1024, `${sent} bytes in ${milliseconds} ms`);
  });

  test('bytes that are not text become replacement characters', async () => {
    receiver.behave((_, response) => response.writeHead(200).end(Buffer.from([0x61, 0, 0xff, 0x62])));
    assert.equal((await post()).responseBody, 'a\ufffd\ufffdb');
  });

  test('a certificate that is not trusted, or is for another name, ends the request', async () => {
    const { resolve } = resolveTo(['127.0.0.1']);
    const other = await post(`https://other.test:${receiver.port}/`, { resolve });
    assert.equal(other.failure, 'The connection failed (ERR_TLS_CERT_ALTNAME_INVALID).');
    const foreign = makeCertificates();
    const stranger = await startReceiver(foreign);
    assert.match((await post(stranger.url)).failure!, /^The connection failed \((UNABLE_TO_VERIFY|SELF_SIGNED|CERT_)/);
    assert.equal(stranger.requests.length, 0);
    await stranger.stop();
    foreign.remove();
  });

  test('a name that changes between check and connection reaches only the checked address', async () => {
    // A second receiver on the same port of another address represents the internal network.
    const secret = await startReceiver(certificates, { host: '127.0.0.2', port: receiver.port });
    receiver.behave(answering(200));
    const url = `https://hooks.test:${receiver.port}/`;
    const isAllowed = (address: string) => address === '127.0.0.1';
    const changing = resolveTo(['127.0.0.1'], ['127.0.0.2']);
    const outgoing = toAnywhere({ resolve: changing.resolve, isAllowed });
    assert.equal(await outgoing.findFault(url), undefined);
    const { statusCode, failure } = await outgoing.post(url, {}, '{}');
    assert.deepEqual([statusCode, failure], [null, 'The host does not have a public IP address.']);
    assert.equal(secret.requests.length, 0);

    // Resolved once per connection: the checked address is the one that is reached.
    const received = receiver.requests.length;
    const again = resolveTo(['127.0.0.1'], ['127.0.0.2']);
    assert.equal((await post(url, { resolve: again.resolve, isAllowed })).statusCode, 200);
    assert.deepEqual([again.calls(), receiver.requests.length - received, secret.requests.length], [1, 1, 0]);

    // One forbidden address among others makes the name forbidden.
    const mixed = resolveTo(['127.0.0.1', '127.0.0.2']);
    assert.equal((await post(url, { resolve: mixed.resolve, isAllowed })).statusCode, null);
    assert.equal(secret.requests.length, 0);
    await secret.stop();
  });

  test('downloads use the same guard: one lookup, one address, no redirect', async () => {
    const names = await startNameServer();
    const secret = await startReceiver(certificates, { host: '127.0.0.2', port: receiver.port });
    const url = `https://hooks.test:${receiver.port}/file`;
    const resolve = createResolve(createResolver([names.address]));
    const outgoing = toAnywhere({ resolve, isAllowed: (address) => address === '127.0.0.1' });
    receiver.behave(answering(200, 'the file'));
    names.set('hooks.test', { A: ['127.0.0.1'] }, { A: ['127.0.0.2'] });
    const { statusCode, responseBody } = await outgoing.get(url);
    assert.deepEqual([statusCode, responseBody], [200, 'the file']);
    assert.deepEqual([...names.questions].sort(), ['A hooks.test', 'AAAA hooks.test']);
    assert.equal(receiver.requests.at(-1)!.path, '/file');
    const rebound = await outgoing.get(url);
    assert.deepEqual([rebound.failure, rebound.unreachable], ['The host does not have a public IP address.', true]);
    assert.equal(secret.requests.length, 0);

    names.remove('hooks.test');
    assert.equal((await outgoing.get(url)).unreachable, true, 'the name does not exist');
    names.set('hooks.test', 'servfail');
    assert.equal((await outgoing.get(url)).unreachable, false, 'nobody can tell');
    names.set('hooks.test', { A: ['127.0.0.1'] });
    receiver.behave((_, response) => response.writeHead(301, { location: secret.url }).end());
    assert.equal((await outgoing.get(url)).statusCode, 301);
    assert.equal(secret.requests.length, 0);
    await secret.stop();
    await names.stop();
  });

  test('a literal address is checked at the connection too, in every notation', async () => {
    const outgoing = createOutgoingHttps({ resolve: createResolve() });
    const before = receiver.requests.length;
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '017700000001', 'localhost', 'a.localhost', '[::1]']) {
      const { failure } = await outgoing.post(`https://${host}:${receiver.port}/`, {}, '{}');
      assert.equal(failure, 'The host does not have a public IP address.', host);
    }
    assert.equal(receiver.requests.length, before);
  });
});

const refused: Readonly<Record<string, RegExp>> = {
  'http://example.com/': /https/,
  'ftp://example.com/': /https/,
  'example.com': /https/,
  'https://': /https/,
  'https://user@example.com/': /user name/,
  'https://:secret@example.com/': /user name/,
  'https://127.0.0.1/': /public/,
  'https://2130706433/': /public/,
  'https://0x7f000001/': /public/,
  'https://0177.0.0.1/': /public/,
  'https://127.1/': /public/,
  'https://0/': /public/,
  'https://10.1.2.3:8443/': /public/,
  'https://169.254.169.254/latest/meta-data': /public/,
  'https://100.64.1.1/': /public/,
  'https://[::]/': /public/,
  'https://[::1]/': /public/,
  'https://[::ffff:10.0.0.1]/': /public/,
  'https://[64:ff9b::a00:1]/': /public/,
  'https://[2002:a00:1::]/': /public/,
  'https://[fe80::1]/': /public/,
  'https://１２７.0.0.1/': /public/,
  'https://localhost/': /public/,
  'https://LOCALHOST./': /public/,
  'https://hooks.localhost/': /public/,
};

test('an address is refused in advance if possible', async () => {
  const outgoing = createOutgoingHttps({ resolve: createResolve() });
  for (const [url, fault] of Object.entries(refused)) assert.match((await outgoing.findFault(url)) ?? '', fault, url);
  assert.equal(await outgoing.findFault('https://8.8.8.8/hook?x=1'), undefined);
});

test('a name is refused for any forbidden address, and accepted if it has none yet', async () => {
  const faultOf = (resolve: Resolve) => createOutgoingHttps({ resolve }).findFault('https://hooks.test/');
  assert.equal(await faultOf(resolveTo(['8.8.8.8', '2606:4700::1']).resolve), undefined);
  assert.match((await faultOf(resolveTo(['8.8.8.8', '10.0.0.1']).resolve)) ?? '', /public/);
  assert.match((await faultOf(resolveTo(['2606:4700::1', '::ffff:127.0.0.1']).resolve)) ?? '', /public/);
  assert.equal(await faultOf(() => Promise.reject(new Error('ENOTFOUND'))), undefined);
});
