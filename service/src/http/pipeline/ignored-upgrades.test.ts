// A request that asks for another protocol gets a normal response. If its body is incomplete or
// broken, it is ended.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { answerBrokenRequest } from './broken-requests.ts';
import { limitIgnoredUpgrades } from './ignored-upgrades.ts';

const bodies = {
  whole: ['transfer-encoding: chunked', '5\r\nhello\r\n0\r\n\r\n', /^HTTP\/1.1 200 .*hello$/s],
  'of broken chunks': ['transfer-encoding: chunked', 'zz\r\nhello', /^HTTP\/1.1 408 /],
  'that breaks off': ['content-length: 50', 'hello', /^HTTP\/1.1 408 /],
} as const;

for (const [name, [framing, body, expected]] of Object.entries(bodies)) {
  test(`an upgrade request gets a response: body ${name}`, async (t) => {
    const server = createServer(async (request, response) => {
      response.end(await text(request).catch(() => ''));
    });
    server.on('clientError', (problem, socket) => answerBrokenRequest({}, problem, socket as never));
    limitIgnoredUpgrades(server, 100);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.closeAllConnections());
    t.after(() => server.close());
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const answer = text(socket);
    const head = `POST / HTTP/1.1\r\nhost: x\r\nconnection: close, upgrade\r\nupgrade: websocket\r\n${framing}\r\n\r\n`;
    socket.write(head + body);
    assert.match(await answer, expected);
  });
}
