// A collector that takes everything and looks at nothing.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerAsServer } from './processes.ts';

const server = createServer((request, response) => {
  request.resume().on('end', () => response.end('{}'));
});
await once(server.listen(0, '127.0.0.1'), 'listening');
answerAsServer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
process.on('SIGTERM', () => process.exit(0));
