// A TCP proxy before PostgreSQL that knows where a message of the caller ends (PostgreSQL protocol
// 3.0, message formats), and cuts the connection at the n-th statement from now: before the server
// gets it, or after the server has run it and before its response.
import { connect, createServer, type Socket } from 'node:net';

export type CutMoment = 'before' | 'after';

export interface CuttingProxy {
  readonly url: string;
  /** Statements that have passed since the last call of `cutAt`. */
  readonly statements: number;
  /** Cuts once, at the n-th statement from now. 0: never. */
  cutAt(statement: number, moment: CutMoment): void;
  /** Whether the cut has happened. */
  readonly hasCut: boolean;
  close(): Promise<void>;
}

/** Query, and Execute of the extended protocol. */
const statementTypes = new Set([0x51, 0x45]);
const sync = 0x53;

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let statements = 0;
  let place = 0;
  let moment: CutMoment = 'before';
  let hasCut = false;

  const server = createServer((outside) => {
    const inside = connect(Number(port), hostname);
    let waiting = Buffer.alloc(0);
    let started = false;
    let swallows = false;
    for (const [socket, other] of [
      [outside, inside],
      [inside, outside],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay().on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    outside.on('data', (bytes: Buffer) => {
      waiting = Buffer.concat([waiting, bytes]);
      for (;;) {
        // The first message of a connection has no type.
        const header = started ? 1 : 0;
        if (waiting.length < header + 4) return;
        const length = header + waiting.readUInt32BE(header);
        if (waiting.length < length) return;
        const message = waiting.subarray(0, length);
        waiting = waiting.subarray(length);
        const type = started ? message[0]! : 0;
        started = true;
        if (statementTypes.has(type)) {
          statements += 1;
          if (statements === place) {
            hasCut = true;
            if (moment === 'before') return void outside.destroy();
            swallows = true;
          }
        }
        inside.write(message);
        // A simple query runs without a Sync. The response to either says that it ran.
        if (swallows && (type === sync || type === 0x51)) inside.once('data', () => outside.destroy());
      }
    });
    inside.on('data', (bytes) => {
      if (!swallows) outside.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: Object.assign(new URL(target), { host: `127.0.0.1:${(server.address() as { port: number }).port}` }).href,
    get statements() {
      return statements;
    },
    cutAt(statement, when) {
      statements = 0;
      place = statement;
      moment = when;
      hasCut = false;
    },
    get hasCut() {
      return hasCut;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
