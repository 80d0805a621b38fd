// The service supports no other protocol, so it ignores `Upgrade`, as HTTP allows. But Node then
// reports no error for a broken body and does not apply its request timeout: a caller could keep
// such a request open forever. So this code applies that timeout, and a limit for silence.
import type { Server } from 'node:http';
import { receiveTimeoutMilliseconds, requestTimeoutError } from './broken-requests.ts';

export function limitIgnoredUpgrades(server: Server, silenceMilliseconds = 10_000): void {
  server.prependListener('request', (request, response) => {
    if (request.headers.upgrade === undefined) return;
    const { socket } = request;
    const end = performance.now() + receiveTimeoutMilliseconds;
    let seen = socket.bytesRead;
    const timer = setInterval(() => {
      if (request.complete) return clearInterval(timer);
      const goesOn = socket.bytesRead > seen && performance.now() < end;
      seen = socket.bytesRead;
      if (goesOn) return;
      clearInterval(timer);
      server.emit('clientError', requestTimeoutError(), socket);
      socket.destroySoon();
    }, silenceMilliseconds);
    response.once('close', () => clearInterval(timer));
  });
}
