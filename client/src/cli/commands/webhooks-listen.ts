// `provenance webhooks listen`: a receiver for trying things out. It checks the signature of each
// delivery, prints it, and responds. The service delivers to public HTTPS addresses, so put your
// own tunnel or proxy before it.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhookSignature } from '../../index.ts';
import { type Command, type Context, numberOf, textOf } from '../command.ts';
import { CommandError } from '../command-errors.ts';
import type { ExitCode } from '../exit-codes.ts';

/** Larger than any delivery. */
const largestBody = 1024 * 1024;

export const webhooksListenCommand: Command = {
  name: 'webhooks listen',
  summary: 'Receive webhook deliveries, check their signatures and print them',
  mostWords: 0,
  details:
    'The command reads the secret from PROVENANCE_WEBHOOK_SECRET. --json prints one envelope per line. Stop with Ctrl-C.',
  options: {
    port: { type: 'string', short: 'p', value: 'number', about: 'Port (default: 4000). 0: any free port' },
    host: { type: 'string', value: 'address', about: 'Address to listen on (default: 127.0.0.1)' },
    json: { type: 'boolean', about: 'Print JSON' },
  },
  async run(context, _words, values) {
    const secret = process.env.PROVENANCE_WEBHOOK_SECRET;
    if (!secret) throw new CommandError('Set PROVENANCE_WEBHOOK_SECRET to the secret of the endpoint (whsec_…).');
    const port = numberOf(values, 'port', 4_000, 0, 65_535);
    return listen(context, secret, port, textOf(values, 'host') ?? '127.0.0.1', values.json === true);
  },
};

function listen({ terminal }: Context, secret: string, port: number, host: string, json: boolean): Promise<ExitCode> {
  const server = createServer(async (request, response) => {
    const body = request.method === 'POST' ? await readBody(request) : undefined;
    const signature = request.headers['x-service-signature'];
    const genuine =
      body && typeof signature === 'string' && (await verifyWebhookSignature({ body, signature, secret }));
    response.writeHead(genuine ? 204 : 400).end();
    if (!genuine) terminal.note('Rejected: not signed with this secret, or too old.');
    else if (json) terminal.say(body.toString('utf8'));
    else terminal.say(describe(body.toString('utf8')));
  });
  return new Promise((_resolve, reject) => {
    server.on('error', (problem) => reject(new CommandError(problem.message)));
    server.listen(port, host, () => {
      const { port: taken } = server.address() as AddressInfo;
      terminal.note(`Listening on http://${host}:${taken}/`);
    });
  });
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= largestBody) chunks.push(chunk);
  }
  return length <= largestBody ? Buffer.concat(chunks) : undefined;
}

function describe(body: string): string {
  const { timestamp, event, data } = JSON.parse(body) as { timestamp: string; event: string; data: unknown };
  return `${timestamp}  ${event}  ${JSON.stringify(data)}`;
}
