// Many uploads at once against the real program: its memory stays within its design, its event loop
// stays free, no network keeps the others out, and a caller that finds everything taken gets a time
// for a retry.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { readPhoto, withSharedFiles } from '../test-support/shared-photos.ts';
import { type MediaAnswer, type SpawnedSigner, spawnSigner } from '../test-support/spawned-signer.ts';

const mebibyte = 1024 * 1024;
/**
 * Its networks take the same memory for any upload, and processor time that would only make this
 * test longer.
 */
const plain = { NEURAL_WATERMARK: 'false' };
const uploads = 16;
/**
 * As in service.ts: uploads in progress. Each can be in memory a second time as its signed copy.
 */
const room = 2 * 300 * mebibyte;
const processes = Math.max(2, availableParallelism());
/** The picture's sides, four to three. */
const width = 1_600;
const pixels = (width * width * 3) / 4;
/**
 * In a process: coefficients of three components, blocks and space to encode, or colors and luma.
 * In addition the file, marked and joined.
 */
const bytesPerPixel = 12;
const copiesOfFile = 4;

withSharedFiles(() => {
  test(`${uploads} uploads of 50 MB get responses within bounded memory`, { timeout: 300_000 }, async (t) => {
    const motionPhoto = await photoWithFilm('IMG_20200608_111614.jpg', 50 * mebibyte);
    const signer = await spawnSigner(plain);
    await signer.verify(readPhoto('Dune.jpg'));
    const ceiling =
      signer.residentBytes() + room + processes * (pixels * bytesPerPixel + copiesOfFile * motionPhoto.length);
    const idle = watchService(signer);
    await pause(1_000);
    const { waits: idleWaits } = await idle.end();
    const watch = watchService(signer);
    const sendOne = (_: unknown, place: number) => signer[place % 2 === 0 ? 'sign' : 'verify'](motionPhoto);
    const answers = await Promise.all(Array.from({ length: uploads }, sendOne));
    const { mostBytes, waits } = await watch.end();
    for (const answer of answers) expectDoneOrBusy(answer);
    const done = answers.filter(({ status }) => status === 200).length;
    assert.ok(done > 0);
    assert.ok(mostBytes < ceiling, `${mostBytes} bytes at the most, of ${ceiling}`);
    // Other tests share the machine and slow the idle service too.
    const longest = Math.max(500, 20 * mostOf(idleWaits));
    assert.ok(mostOf(waits) < longest, `GET /version waited ${mostOf(waits)} ms, and ${mostOf(idleWaits)} ms before`);
    t.diagnostic(
      `${done} of ${uploads} answered, the others asked to come back; ${Math.round(mostBytes / mebibyte)} MiB at the most, of ` +
        `${Math.round(ceiling / mebibyte)}; GET /version nine times of ten within ${mostOf(waits)} ms, at the most ${Math.max(...waits)} ms`,
    );
    assert.equal(await signer.stop(), 0);
  });

  for (const [name, sent] of [
    ['silent', 0],
    ['stalled after two megabytes', 2 * mebibyte],
  ] as const) {
    test(`45 uploads of one address, ${name}, do not slow others`, async (t) => {
      const signer = await spawnSigner(plain);
      const picture = await sharp(readPhoto('Dune.jpg')).resize(1_000).jpeg({ quality: 78 }).toBuffer();
      const { bytes } = await signer.sign(picture);
      await paceOf(signer, bytes);
      const before = await paceOf(signer, bytes);
      const sockets = Array.from({ length: 45 }, () => stall(signer.service.liveUrl, sent));
      await pause(500);
      const beside = await paceOf(signer, bytes);
      assert.equal((await signer.verify(Buffer.concat([bytes, Buffer.alloc(20 * mebibyte)]))).status, 200);
      for (const socket of sockets) socket.destroy();
      const alone = Math.max(before, await paceOf(signer, bytes));
      t.diagnostic(`${bytes.length} bytes: ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside the others`);
      assert.ok(beside <= 2 * alone, `${beside} ms instead of ${alone} ms`);
      assert.equal(await signer.stop(), 0);
    });
  }

  test('when the line is full, later callers get a time for a retry, and waiting ones get a response', async () => {
    const picture = await sharp(readPhoto('Dune.jpg')).resize(160).jpeg().toBuffer();
    const signer = await spawnSigner(plain);
    const answers = await Promise.all(Array.from({ length: 150 }, () => signer.verify(picture)));
    for (const answer of answers) expectDoneOrBusy(answer);
    const done = answers.filter(({ status }) => status === 200).length;
    // Those of the processes and the 64 of the line, and any that came when one of them had left.
    // On a busy machine, some wait too long.
    assert.ok(done >= 16 && done < 150, `${done} of 150 were answered`);
    assert.equal((await signer.verify(picture)).status, 200);
    assert.equal(await signer.stop(), 0);
  });
});

/** Milliseconds of a verification: the lower quartile, because other programs share the machine. */
async function paceOf(signer: SpawnedSigner, content: Uint8Array): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < 15; count += 1) {
    const started = performance.now();
    assert.equal((await signer.verify(content)).status, 200);
    times.push(performance.now() - started);
  }
  return times.sort((left, right) => left - right)[Math.floor(times.length / 4)]!;
}

/**
 * An upload without Content-Length that sends this much and no more, from a different address than
 * all others here.
 */
function stall(url: string, sent: number) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.0.2' });
  socket.on('error', () => undefined);
  socket.write(
    'POST /v1/verify HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=x\r\ntransfer-encoding: chunked\r\n\r\n',
  );
  const form = Buffer.from('--x\r\ncontent-disposition: form-data; name="content"; filename="a"\r\n\r\n');
  const body = Buffer.concat([form, Buffer.alloc(sent)]);
  if (sent > 0) socket.write(Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body]));
  return socket;
}

/** As phones make them: a film follows the picture. */
async function photoWithFilm(name: string, length: number): Promise<Buffer> {
  const photo = await sharp(readPhoto(name)).resize(width).jpeg().toBuffer();
  const film = Buffer.alloc(length - photo.length, 'film');
  return Buffer.concat([photo, film]);
}

function expectDoneOrBusy({ status, headers, bytes }: MediaAnswer): void {
  if (status === 200) return;
  assert.equal(status, 503, bytes.toString());
  assert.equal(JSON.parse(bytes.toString()).error, 'service_unavailable');
  assert.match(headers.get('retry-after') ?? '', /^\d+$/);
}

/** From a separate thread, because this one is busy with sending. */
function watchService({ service, residentBytes }: SpawnedSigner) {
  const prober = new Worker(probe, { eval: true, workerData: `${service.liveUrl}/version` });
  let mostBytes = 0;
  const timer = setInterval(() => {
    mostBytes = Math.max(mostBytes, residentBytes());
  }, 100);
  return {
    async end(): Promise<{ mostBytes: number; waits: number[] }> {
      clearInterval(timer);
      const waits = new Promise<number[]>((resolve) => prober.once('message', resolve));
      prober.postMessage('end');
      return { mostBytes, waits: await waits };
    },
  };
}

const probe = `
const { parentPort, workerData } = require('node:worker_threads');
const waits = [];
let ended = false;
parentPort.once('message', () => { ended = true; });
(async () => {
  while (!ended) {
    const start = performance.now();
    await (await fetch(workerData)).text();
    waits.push(Math.round(performance.now() - start));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  parentPort.postMessage(waits);
})();
`;

/** The 90th percentile. */
function mostOf(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * 0.9)]!;
}
