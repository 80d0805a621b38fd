// The yardstick: Fastify with one route that returns a small JSON, and nothing else.
import Fastify from 'fastify';
import { answerAsServer } from './processes.ts';

const server = Fastify();
server.get('/', async () => ({ version: '2.6.1', environment: 'live', api: 'v1' }));
answerAsServer(await server.listen({ host: '127.0.0.1', port: 0 }));
process.on('SIGTERM', () => process.exit(0));
