// HTTP for a witness: `POST /add-checkpoint` and `GET /<origin hash>/checkpoint`, with limits on
// size, time, headers and connections.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Witness, WitnessAnswer } from './witness.ts';

/** 63 hashes and a checkpoint with 16 signatures of ML-DSA-44 take 56 kB. */
const largestBody = 128 * 1024;
const limits = { maxHeaderSize: 8 * 1024, headersTimeout: 5_000, requestTimeout: 10_000, keepAliveTimeout: 30_000 };
const mostHeaders = 50;
const mostConnections = 256;

export function createWitnessServer(witness: Witness, onFault: (problem: unknown) => void): Server {
  const server = createServer({ ...limits, connectionsCheckingInterval: 1_000 }, (request, response) => {
    serve(witness, request, response).catch((problem) => {
      // The sender left in the middle of its request.
      if (!request.complete) return response.destroy();
      onFault(problem);
      send(response, { status: 503, body: 'The witness cannot store its state now. Try again later.\n' });
    });
  });
  server.maxHeadersCount = mostHeaders;
  server.maxConnections = mostConnections;
  return server;
}

async function serve(witness: Witness, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '';
  if (path === '/add-checkpoint') {
    if (request.method !== 'POST') return refuseMethod(response, 'POST');
    const body = await readBody(request);
    if (body) return send(response, await witness.addCheckpoint(body));
    response.setHeader('Connection', 'close');
    return send(response, { status: 413, body: 'The body is too large.\n' });
  }
  const [, originHash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(path) ?? [];
  if (originHash !== undefined && request.method !== 'GET') return refuseMethod(response, 'GET');
  const latest = originHash === undefined ? undefined : witness.latest(originHash);
  if (latest === undefined) return send(response, { status: 404, body: 'There is no such checkpoint.\n' });
  response.setHeader('Cache-Control', 'no-cache');
  return send(response, { status: 200, body: latest });
}

function refuseMethod(response: ServerResponse, allowed: string): void {
  response.setHeader('Allow', allowed);
  send(response, { status: 405, body: `Use ${allowed}.\n` });
}

type Sent = { readonly status: number; readonly body: string; readonly type?: WitnessAnswer['type'] };

function send(response: ServerResponse, { status, body, type }: Sent): void {
  if (response.destroyed || response.headersSent) return;
  if (status === 503) response.setHeader('Retry-After', '1');
  response.writeHead(status, {
    'Content-Type': type ?? 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(body);
}

/** undefined: too large. The rest is read, so that the sender gets the response. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= largestBody) chunks.push(chunk);
  }
  return length <= largestBody ? Buffer.concat(chunks) : undefined;
}
