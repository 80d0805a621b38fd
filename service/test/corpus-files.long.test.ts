// Every picture, sound and PDF of the shared corpus, real, odd or hostile, through signing and
// verifying over HTTP: each gets success or a clear 4xx, quickly, while the service keeps running
// within bounded memory.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readCorpus, readPhoto, withSharedFiles } from '../test-support/shared-photos.ts';
import { type MediaAnswer, spawnSigner } from '../test-support/spawned-signer.ts';

const corpora = {
  'pictures and documents': ['bmff', 'c2pa-rs', 'image', 'image-bmp', 'image-metadata-gpl', 'image-png', 'pdf'],
  sounds: ['audio', 'audio-gpl'],
};
/** Twice of what a quiet machine needs at most: a shared one is at times half as fast. */
const longestMilliseconds = 4_000;
/**
 * The memory that a file of the corpus (see its README) and a decoder for it can take, above the
 * use of all processes after ordinary work.
 */
const mostBytes = 400 * 1024 * 1024;

withSharedFiles(() => {
  for (const [kind, folders] of Object.entries(corpora)) {
    test(`${kind}: each file is signed or refused with a sentence, and verified, within four seconds`, (t) =>
      tryAll(folders, t));
  }

  async function tryAll(folders: readonly string[], t: TestContext): Promise<void> {
    // The neural watermark decodes pictures like the perceptual hash. A hundred files would each
    // pay for its networks.
    const signer = await spawnSigner({ NEURAL_WATERMARK: 'false' });
    // Each process has processed an ordinary photograph before, so that its caches do not count.
    const photo = readPhoto('Dune.jpg');
    await Promise.all(Array.from({ length: 6 }, () => signer.verify(photo)));
    const idleBytes = signer.residentBytes();
    const tally = { signed: 0, refused: 0, slowest: 0, mebibytes: 0 };
    /** For a longer time, only the processor time belongs to the file. */
    const timed = async (work: () => Promise<MediaAnswer>): Promise<[MediaAnswer, number]> => {
      const [start, processorStart] = [performance.now(), signer.processorMilliseconds()];
      const answer = await work();
      const milliseconds = Math.round(performance.now() - start);
      if (milliseconds < longestMilliseconds || processorStart === undefined) return [answer, milliseconds];
      return [answer, signer.processorMilliseconds()! - processorStart];
    };
    const inTime = async (name: string, work: () => Promise<MediaAnswer>): Promise<MediaAnswer> => {
      let [answer, milliseconds] = await timed(work);
      // Tests run in parallel, and code that never ran is slow, so slow cases are tried a second
      // time.
      if (milliseconds >= longestMilliseconds) [answer, milliseconds] = await timed(work);
      tally.slowest = Math.max(tally.slowest, milliseconds);
      assert.ok(milliseconds < longestMilliseconds, `${name} took ${milliseconds} ms`);
      return answer;
    };
    for (const folder of folders) {
      for (const { name, bytes } of readCorpus(folder)) {
        const path = `${folder}/${name}`;
        const signed = await inTime(`signing ${path}`, () => signer.sign(bytes));
        assert.equal((await inTime(`verifying ${path}`, () => signer.verify(bytes))).status, 200, path);
        if (signed.status !== 200) {
          expectRefusal(path, signed);
          tally.refused += 1;
        } else {
          tally.signed += 1;
          const answer = await inTime(`verifying the signed ${path}`, () => signer.verify(signed.bytes));
          assert.equal(JSON.parse(answer.bytes.toString()).authentic, true, path);
        }
        const grown = signer.residentBytes() - idleBytes;
        tally.mebibytes = Math.max(tally.mebibytes, Math.round(grown / 1024 / 1024));
        assert.ok(grown < mostBytes, `${path}: the processes grew by ${tally.mebibytes} MiB`);
      }
    }
    assert.ok(tally.signed >= 20 && tally.refused >= 20, JSON.stringify(tally));
    t.diagnostic(JSON.stringify(tally));
    assert.equal(await signer.stop(), 0);
  }
});

function expectRefusal(path: string, { status, bytes }: MediaAnswer): void {
  const { error, message } = JSON.parse(bytes.toString());
  assert.deepEqual([status, error], [400, 'unsupported_media'], path);
  assert.match(message, /^[A-Z].*\.$/, path);
}
