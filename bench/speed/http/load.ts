// The load: persistent connections, each with one request at a time. Plain sockets, so that this
// side costs little and the server is the busy part.
import { connect, type Socket } from 'node:net';
import { answerQuestions } from './processes.ts';

export interface LoadOrder {
  readonly url: string;
  /** Requested in turn. */
  readonly paths: readonly string[];
  /** Sent as bearer tokens in turn. Empty: without one. */
  readonly credentials: readonly string[];
  readonly connections: number;
  readonly milliseconds: number;
  /** Continues beyond the time until there were this many. */
  readonly leastAnswers: number;
}

export interface LoadResult {
  readonly answers: number;
  /** Responses that were not 200. */
  readonly refused: number;
}

async function run(order: LoadOrder): Promise<LoadResult> {
  const { url, paths, credentials, connections, milliseconds, leastAnswers } = order;
  const { hostname, port, host } = new URL(url);
  const headers = credentials.length > 0 ? credentials.map((each) => `authorization: Bearer ${each}\r\n`) : [''];
  const requests = Array.from({ length: Math.max(paths.length, headers.length) }, (_, place) => {
    const path = paths[place % paths.length];
    return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${headers[place % headers.length]}\r\n`);
  });
  let next = 0;
  let answers = 0;
  let refused = 0;
  const end = performance.now() + milliseconds;

  /** Resolves when the connection has its last response. */
  const converse = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      let received = '';
      const send = () => socket.write(requests[next++ % requests.length]!);
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('The server closed a connection.')));
      socket.setEncoding('latin1').on('data', (chunk: string) => {
        received += chunk;
        const bodyStart = received.indexOf('\r\n\r\n') + 4;
        if (bodyStart < 4) return;
        const length = Number(/content-length: (\d+)/i.exec(received)?.[1]);
        if (received.length < bodyStart + length) return;
        answers += 1;
        if (!received.startsWith('HTTP/1.1 200')) refused += 1;
        received = '';
        if (performance.now() < end || answers < leastAnswers) return send();
        socket.removeAllListeners('close');
        socket.destroy();
        resolve();
      });
      send();
    });

  const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname).setNoDelay());
  const wakefulness = stayAwake();
  try {
    await Promise.all(sockets.map(converse));
  } finally {
    wakefulness.end();
  }
  return { answers, refused };
}

/**
 * The load never sleeps. Waking a process on an idle core costs the server up to 50 µs in a virtual
 * machine, more often for a slow route than for a fast one, and that would be part of the ratio.
 */
function stayAwake() {
  let next = setImmediate(function turn() {
    next = setImmediate(turn);
  });
  return { end: () => clearImmediate(next) };
}

answerQuestions((order) => run(order as LoadOrder));
