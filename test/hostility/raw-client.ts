// HTTP/1.1 written by hand to a socket, to send what libraries refuse to send. One request at a
// time on each connection, which stays open as long as the server keeps it.
import { connect, type Socket } from 'node:net';

export interface RawRequest {
  readonly method: string;
  /** As in the first line. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: Buffer | undefined;
  /** How the body breaks off or misstates its length. The connection is then not used again. */
  readonly framing?: 'cut' | 'short length' | 'chunked' | 'bad chunks' | undefined;
}

export interface RawAnswer {
  /** 0: the connection ended without a response. */
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  readonly milliseconds: number;
}

export class NoAnswer extends Error {}

export class RawClient {
  readonly #host: string;
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#host = hostname;
    this.#port = Number(port);
  }

  /** Fails with NoAnswer if none comes in time. */
  async send(request: RawRequest, longestMilliseconds: number): Promise<RawAnswer> {
    const kept = this.#socket !== undefined;
    const start = performance.now();
    const answer = await this.#exchange(request, longestMilliseconds);
    // A connection that the server closed meanwhile says nothing about the request.
    const last = answer.status === 0 && kept ? await this.#exchange(request, longestMilliseconds) : answer;
    return { ...last, milliseconds: performance.now() - start };
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }

  #exchange(request: RawRequest, longestMilliseconds: number): Promise<Omit<RawAnswer, 'milliseconds'>> {
    if (request.framing) this.close();
    this.#socket ??= connect({ host: this.#host, port: this.#port, noDelay: true });
    const socket = this.#socket;
    return new Promise((resolve, reject) => {
      let received: Buffer = Buffer.alloc(0);
      const finish = (answer: Omit<RawAnswer, 'milliseconds'>, keep: boolean) => {
        clearTimeout(timer);
        socket.removeAllListeners();
        socket.on('error', () => undefined);
        if (!keep || request.framing) this.close();
        resolve(answer);
      };
      const timer = setTimeout(() => {
        socket.removeAllListeners();
        this.close();
        reject(new NoAnswer(`no answer after ${longestMilliseconds} ms`));
      }, longestMilliseconds);
      const take = (ended: boolean) => {
        const answer = readAnswer(received, request.method === 'HEAD', ended);
        if (answer) finish(answer, !ended && answer.headers.get('connection') !== 'close');
        else if (ended) finish({ status: 0, headers: new Map(), body: received }, false);
      };
      socket.on('data', (chunk: Buffer) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        take(false);
      });
      socket.on('close', () => take(true));
      socket.on('error', () => undefined);
      write(socket, request);
    });
  }
}

function write(socket: Socket, { method, target, headers, body, framing }: RawRequest): void {
  const length = body?.length ?? 0;
  const lengthHeader =
    framing === 'chunked' || framing === 'bad chunks'
      ? 'transfer-encoding: chunked\r\n'
      : body
        ? `content-length: ${framing === 'cut' ? length + 10 : framing === 'short length' ? length >> 1 : length}\r\n`
        : '';
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.write(Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines}${lengthHeader}\r\n`, 'latin1'));
  if (body && framing === 'chunked')
    socket.write(Buffer.concat([Buffer.from(`${length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]));
  else if (body && framing === 'bad chunks') socket.write(Buffer.concat([Buffer.from('zz\r\n'), body]));
  else if (body) socket.write(body);
  if (framing === 'cut') socket.end();
}

/** Undefined while a part is missing. */
function readAnswer(received: Buffer, isHead: boolean, ended: boolean): Omit<RawAnswer, 'milliseconds'> | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = received.toString('latin1', 0, end).split('\r\n');
  const status = Number(first.split(' ')[1]);
  const rest = received.subarray(end + 4);
  if (status >= 100 && status < 200 && status !== 101) return readAnswer(rest, isHead, ended);
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const;
    }),
  );
  if (isHead || status === 204 || status === 304) return { status, headers, body: Buffer.alloc(0) };
  if (headers.get('transfer-encoding') === 'chunked') {
    const body = joinChunks(rest);
    return body && { status, headers, body };
  }
  const length = headers.has('content-length') ? Number(headers.get('content-length')) : undefined;
  if (length === undefined) return ended ? { status, headers, body: rest } : undefined;
  return rest.length >= length ? { status, headers, body: rest.subarray(0, length) } : undefined;
}

function joinChunks(bytes: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return undefined;
    const length = Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (bytes.length < end + 2 + length + 2) return undefined;
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(end + 2, end + 2 + length));
    at = end + 2 + length + 2;
  }
}
