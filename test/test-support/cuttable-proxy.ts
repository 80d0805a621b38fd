// A TCP proxy before the service that can die: connections are cut, at once or after the start of
// the response, and new ones refused.
import { connect, createServer, type Socket } from 'node:net';

export interface CuttableProxy {
  readonly url: string;
  /** Requests so far. */
  readonly connections: number;
  /** Cuts the next responses of the service before the first byte has arrived. */
  swallowAnswers(count: number): void;
  /** Cuts every connection and accepts no other. */
  die(): Promise<void>;
}

export async function startCuttableProxy(target: string): Promise<CuttableProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let connections = 0;
  let swallowed = 0;
  const server = createServer((outside) => {
    connections += 1;
    const inside = connect(Number(port), hostname);
    for (const socket of [outside, inside]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    outside.pipe(inside);
    inside.on('data', (bytes) => {
      if (swallowed > 0) {
        swallowed -= 1;
        outside.destroy();
        inside.destroy();
      } else outside.write(bytes);
    });
    inside.on('end', () => outside.end());
    inside.on('close', () => outside.destroy());
    outside.on('close', () => inside.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${address.port}`,
    get connections() {
      return connections;
    },
    swallowAnswers(count) {
      swallowed = count;
    },
    async die() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
