// Hundreds of clients that send a byte now and then, never read their answer, or are gone without a word: everyone else is served as
// ever, and a stop does not wait for them.
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { expectKept, makeFaultedOrganization, startFaultLoad } from '../test-support/fault-load.ts';
import { removeData, settingsFor } from '../test-support/running-service.ts';
import { spawnService } from '../test-support/spawned-service.ts';

const eachKind = 50;
const form = 'content-type: multipart/form-data; boundary=b\r\ncontent-length: 1000000\r\n\r\n--b\r\n';

/** What a client sends before it falls silent, or goes on a byte at a time. */
const kinds: Readonly<Record<string, { begin: string; trickle?: string }>> = {
  'headers a byte at a time': { begin: 'GET /version HTTP/1.1\r\nhost: x\r\nx-slow: ', trickle: 'a' },
  'a body a byte at a time': {
    begin: `POST /v1/verify HTTP/1.1\r\nhost: x\r\n${form}`,
    trickle: 'a',
  },
  'silent after half a body': { begin: `POST /v1/verify HTTP/1.1\r\nhost: x\r\n${form}` },
  'never reads the answers': { begin: 'GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(4) },
};

test('slow and half-open connections harm nobody', { timeout: 120_000 }, async (t) => {
  const settings = await settingsFor({ settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
  const service = await spawnService(settings);
  t.after(() => service.kill());
  const org = await makeFaultedOrganization(service.liveUrl, settings);
  const { hostname, port } = new URL(service.liveUrl);
  const sockets: Socket[] = [];
  const trickles: NodeJS.Timeout[] = [];
  for (const { begin, trickle } of Object.values(kinds)) {
    for (let count = 0; count < eachKind; count += 1) {
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      socket.pause();
      socket.write(begin);
      sockets.push(socket);
      if (trickle) trickles.push(setInterval(() => socket.writable && socket.write(trickle), 500));
    }
  }
  t.after(() => {
    for (const timer of trickles) clearInterval(timer);
    for (const socket of sockets) socket.destroy();
  });
  const load = startFaultLoad(service.liveUrl, org, []);
  await load.more(60);
  // Gone without a word: the system says so to nobody who does not send.
  for (const [place, socket] of sockets.entries()) if (place % 3 === 0) socket.resetAndDestroy();
  await load.more(30);
  await load.end();
  await expectKept(settings, org, load);
  const open = sockets.filter(({ destroyed }) => !destroyed).length;
  const started = Date.now();
  assert.equal(await service.stop(), 0, 'the stop was in order');
  t.diagnostic(`stopped within ${Date.now() - started} ms with ${open} such connections open`);
  await removeData(settings);
});
