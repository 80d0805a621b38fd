// Pages of the maximum upload size, made to be slow or to fill memory, over HTTP against the real
// program: each is signed or refused with a sentence, quickly, while the service keeps running
// within bounded memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LARGEST_UPLOAD } from '@content-provenance/engine';
import { spawnSigner } from '../test-support/spawned-signer.ts';

/**
 * Processor time. On a slow or busy machine, twice the time of an ordinary page of the same size.
 */
const longestMilliseconds = 2_000;
/** Some copies of one upload, above the use of the service and its processes at rest. */
const mostBytes = 500 * 1024 * 1024;

const filled = (start: string, unit: string) =>
  Buffer.concat([Buffer.from(start), Buffer.alloc(LARGEST_UPLOAD - start.length, unit)]);
const attributes = Array.from({ length: 1_000_000 }, (_, index) => `a${index}="b"`).join(' ');

const pages: Readonly<Record<string, () => Buffer>> = {
  'an ordinary page': () => filled('<html><body>', 'Some words. '),
  'nothing but <': () => filled('<html>', '<'),
  'one endless tag': () => filled('<html><p ', '/'),
  'a value without end': () => filled('<html><p a="', 'b'),
  'a million attributes': () => Buffer.from(`<html><body ${attributes}>words`),
  'a comment without end': () => filled('<html><!--', '-'),
  'references alone': () => filled('<html><body>', '&#x41;'),
};

test('each page is signed or refused with a sentence, and verified, in time and in bounded memory', async (t) => {
  const signer = await spawnSigner();
  // A process of each lane: for small files, and for files of more than 1 MiB.
  const small = Buffer.from('<p>An ordinary page.</p>');
  for (const page of [small, Buffer.alloc(2 * 1024 * 1024, small)]) await signer.sign(page);
  const atRest = signer.residentBytes();
  let [grown, longest] = [0, longestMilliseconds];
  for (const [name, make] of Object.entries(pages)) {
    const page = make();
    for (const work of name.startsWith('a ') ? [signer.sign, signer.verify] : [signer.sign]) {
      const [start, processorStart] = [performance.now(), signer.processorMilliseconds()];
      const { status, bytes } = await work(page);
      const elapsed = performance.now() - start;
      const processor = signer.processorMilliseconds();
      const milliseconds = processor === undefined ? elapsed : Math.min(elapsed, processor - processorStart!);
      t.diagnostic(`${name}: ${status}, ${Math.round(milliseconds)} ms`);
      if (name === 'an ordinary page') longest = Math.max(longest, 2 * milliseconds);
      assert.ok(milliseconds <= longest, `${name} took ${milliseconds} ms`);
      if (status !== 200) {
        const { error, message } = JSON.parse(bytes.toString());
        assert.deepEqual([status, error], [400, 'unsupported_media'], name);
        assert.match(message, /^[A-Z].*\.$/, name);
      }
      grown = Math.max(grown, signer.residentBytes() - atRest);
    }
  }
  t.diagnostic(`${Math.round(grown / 1024 / 1024)} MiB above rest`);
  assert.ok(grown < mostBytes, `the processes grew by ${grown} bytes`);
  assert.equal(await signer.stop(), 0);
});
