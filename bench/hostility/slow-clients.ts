// Slow loris: connections that send a byte now and then, in the headers of a request or in the body
// of an upload. Other callers are served meanwhile, and the slow connections are ended: within 45 s
// in the headers (15 s, checked every 30), within 15 s in an upload.
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { LARGEST_UPLOAD } from '../../engine/src/content-sizes.ts';
import { startAttackedService } from '../../test/hostility/attacked-service.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';

const kinds = {
  headers: { count: 500, bar: 50, start: 'POST /v1/verify HTTP/1.1\r\nhost: x\r\nx-slow: ' },
  uploads: {
    count: 6,
    bar: 25,
    start: `POST /v1/verify HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${LARGEST_UPLOAD}\r\n\r\n`,
  },
} as const;

const service = await startAttackedService('sqlite');
const { hostname, port } = new URL(service.url);
const results: { kind: string; count: number; quiet: number; meanwhile: number; ended: number; bar: number }[] = [];
for (const [kind, { count, bar, start }] of Object.entries(kinds)) {
  const quiet = await latency(20);
  const begun = performance.now();
  const slow = Array.from({ length: count }, () => connect(Number(port), hostname));
  const ends = slow.map((socket) => drip(socket, start));
  const meanwhile = await latency(40);
  await Promise.race([Promise.all(ends), setTimeout(2 * bar * 1_000, undefined, { ref: false })]);
  const ended = (performance.now() - begun) / 1_000;
  for (const socket of slow) socket.destroy();
  results.push({ kind, count, quiet, meanwhile, ended, bar });
}
await service.stop();

const rows = results.map(({ kind, count, quiet, meanwhile, ended, bar }) => [
  `${count} slow ${kind}`,
  `${quiet.toFixed(1)} ms`,
  `${meanwhile.toFixed(1)} ms`,
  `${ended.toFixed(1)} s`,
  `${bar} s: ${ended <= bar ? 'met' : 'MISSED'}`,
]);
console.log(`\n${formatTable([['', 'GET /version before', 'meanwhile', 'all ended after', 'bar'], ...rows])}\n`);
console.log(`Figures: ${keepFigures('hostility-slow-clients', { results })}`);
if (results.some(({ ended, bar }) => ended > bar)) process.exitCode = 1;

/** Resolves when the server has ended the connection. */
function drip(socket: Socket, start: string): Promise<void> {
  socket.write(start);
  const timer = setInterval(() => socket.write('x'), 1_000);
  socket.on('error', () => undefined).resume();
  return new Promise((resolve) => {
    socket.once('close', () => {
      clearInterval(timer);
      resolve();
    });
  });
}

async function latency(calls: number): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const started = performance.now();
    await (await fetch(`${service.url}/version`)).text();
    times.push(performance.now() - started);
    await setTimeout(50);
  }
  return median(times);
}
