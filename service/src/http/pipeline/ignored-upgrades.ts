// Nobody here speaks another protocol: `Upgrade` is ignored, as HTTP allows. But Node then says
// nothing of a body that is broken, and its time for a request does not end it: such a request was
// held for as long as its caller liked. So it gets that time from here, and no long silence.
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
