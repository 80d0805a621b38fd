// 10,000 texts of 1 kB signed with POST /v1/sign/batch, 100 in a request, against POST /v1/sign
// with one text in a request. Both take turns in small rounds of the same run, so that other work
// on the machine affects both. The service runs in its own process. Usage: npm run bench --
// speed/sign-batch [callers at a time, default 1] [sqlite or postgres, default sqlite]
import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { DatabaseKind } from '../../service/test-support/running-service.ts';
import { spawnSigner } from '../../service/test-support/spawned-signer.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';

const callers = Number(process.argv[2] ?? 1);
const database = (process.argv[3] ?? 'sqlite') as DatabaseKind;
const itemsPerBatch = 100;
const rounds = 20;
/** Texts in a round. Single requests are slower, so fewer of them take as long. */
const perRound = { single: 100, batch: 500 };
const least = 5;

const words = 'Words that somebody wrote, one after the other, until the text has a length of one kilobyte. '.repeat(
  11,
);
let texts = 0;

const { service, key, generatorId, processorMilliseconds, stop } = await spawnSigner({}, { database });
const agent = new Agent({ keepAlive: true, maxSockets: callers });
try {
  await measure('single', 200);
  await measure('batch', 1_000);
  const measured: Readonly<Record<'single' | 'batch', Speed>>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    measured.push({
      single: await measure('single', perRound.single),
      batch: await measure('batch', perRound.batch),
    });
  }
  const middle = (of: (round: (typeof measured)[number]) => number) => median(measured.map(of));
  const ratio = middle(({ single, batch }) => batch.perSecond / single.perSecond);
  const processorRatio = middle(({ single, batch }) => single.processor / batch.processor);
  console.log(
    formatTable([
      [`${database}, ${callers} callers`, 'texts per second', 'processor ms per text'],
      [
        'POST /v1/sign',
        ...cells(
          middle(({ single }) => single.perSecond),
          middle(({ single }) => single.processor),
        ),
      ],
      [
        'POST /v1/sign/batch',
        ...cells(
          middle(({ batch }) => batch.perSecond),
          middle(({ batch }) => batch.processor),
        ),
      ],
      ['batch ÷ single', `${ratio.toFixed(1)} ×`, `1 / ${processorRatio.toFixed(1)}`],
    ]),
  );
  console.log(`At least ${least} ×: ${ratio >= least ? 'met' : 'MISSED'}`);
  console.log(keepFigures('speed-sign-batch', { database, callers, itemsPerBatch, ratio, processorRatio, measured }));
  if (ratio < least) process.exitCode = 1;
} finally {
  agent.destroy();
  await stop();
}

interface Speed {
  readonly perSecond: number;
  /** Milliseconds of the service for one text. */
  readonly processor: number;
}

function nextText(): string {
  texts += 1;
  return `Text ${texts}. ${words}`.slice(0, 1_000);
}

function cells(perSecond: number, processor: number): [string, string] {
  return [perSecond.toFixed(0), processor.toFixed(2)];
}

async function measure(kind: 'single' | 'batch', count: number): Promise<Speed> {
  const step = kind === 'single' ? 1 : itemsPerBatch;
  const work = kind === 'single' ? signOne : signMany;
  let left = count;
  const before = processorMilliseconds()!;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (; left > 0; await work()) left -= step;
    }),
  );
  const seconds = (performance.now() - start) / 1_000;
  return { perSecond: count / seconds, processor: (processorMilliseconds()! - before) / count };
}

async function signOne(): Promise<void> {
  const field = (name: string, value: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = `--b\r\ncontent-disposition: form-data; name="content"; filename="t"\r\n\r\n${nextText()}\r\n--b--\r\n`;
  const body = field('model', 'm') + field('generator_id', generatorId) + file;
  await send('/v1/sign', 'multipart/form-data; boundary=b', body);
}

async function signMany(): Promise<void> {
  const items = Array.from({ length: itemsPerBatch }, () => ({ text: nextText() }));
  const body = JSON.stringify({ defaults: { model: 'm', generator_id: generatorId }, items });
  const { results } = JSON.parse((await send('/v1/sign/batch', 'application/json', body)).toString());
  assert.ok(results.every((result: object) => 'text' in result));
}

async function send(path: string, type: string, body: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': type, 'content-length': Buffer.byteLength(body) };
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const sent = request(`${service.liveUrl}${path}`, { method: 'POST', agent, headers }, async (response) => {
    const answer = await buffer(response);
    if (response.statusCode === 200) resolve(answer);
    else reject(new Error(`${path} returned ${response.statusCode}: ${answer.toString().slice(0, 300)}`));
  });
  sent.on('error', reject);
  sent.end(body);
  return promise;
}
