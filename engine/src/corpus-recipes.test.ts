// Signs and verifies every shared picture, sound and document: real, odd or hostile. Each is signed
// and then authentic, or refused with a sentence, and each can be verified. There is never another
// error or a long wait.
import assert from 'node:assert/strict';
import { measured } from '../test-support/processor-time.ts';
import { RecordShelf } from '../test-support/record-shelf.ts';
import { testWithShared } from '../test-support/shared-folder.ts';
import { countFor } from '../test-support/test-run.ts';
import { isRefusal } from './engine-error.ts';
import { verify } from './verify.ts';

const folders = [
  'corpus/audio',
  'corpus/audio-gpl',
  'corpus/bmff',
  'corpus/c2pa-rs',
  'corpus/image',
  'corpus/image-bmp',
  'corpus/image-metadata-gpl',
  'corpus/image-png',
  'corpus/pdf',
  'media/documents',
  'c2pa/valid',
  'c2pa/malformed',
  'c2pa/no-manifest',
];
/** The short run tries every fifth file. */
const step = 5 / countFor({ short: 1, long: 5 });
// Processor time, because other programs can keep the machine busy. Twice of what a quiet machine
// needs at most, because a shared one is at times half as fast.
const longestMilliseconds = 4_000;

for (const folder of folders) {
  testWithShared(
    `${folder}: each file is signed and authentic, or refused with a sentence`,
    async (shared, context) => {
      const tally = { signed: 0, marked: 0, refused: 0 };
      for (const name of shared.names(folder).filter((_, place) => place % step === 0)) {
        const bytes = shared.bytes(`${folder}/${name}`);
        const shelf = new RecordShelf();
        const unsigned = await inTime(name, () => verify(bytes, {}, shelf));
        assert.equal(unsigned.reason, 'no_provenance_found', name);
        const signed = await inTime(name, () => shelf.sign(bytes).catch(sentenceOf));
        if (typeof signed === 'string') {
          assert.match(signed, /^[A-Z].*\.$/, name);
          tally.refused += 1;
          continue;
        }
        tally.signed += 1;
        const result = await inTime(name, () => verify(signed.bytes, {}, shelf));
        assert.equal(result.authentic, true, name);
        assert.equal(result.token_source, signed.mimeType === 'text/plain' ? 'watermark' : 'xmp', name);
        const marksMissed = signed.notes.filter((note) => !note.startsWith('The file has a C2PA manifest.'));
        const isMarked = marksMissed.length === 0 && signed.mimeType !== 'application/pdf';
        if (isMarked) tally.marked += 1;
        assert.equal(result.confidence, isMarked ? 'high' : 'medium', name);
      }
      context.diagnostic(JSON.stringify(tally));
    },
  );
}

function sentenceOf(error: unknown): string {
  if (isRefusal(error)) return error.message;
  throw error;
}

async function inTime<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
  const { value, milliseconds } = await measured(work);
  assert.ok(milliseconds < longestMilliseconds, `${name} took ${Math.round(milliseconds)} ms`);
  return value;
}
