// One attempt of a job in its own process: signs a file, verifies the result, and says how long
// each took. Its checkpoints are files, so a later attempt finds them after a kill.
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createDecoder, type LongRun, signLargeFile, verifyLargeFile } from '../../../engine/src/index.ts';
import { RecordShelf } from '../../../engine/test-support/record-shelf.ts';
import { openDecoderProcess } from '../../../service/src/adapters/media-decoder/decoder-process.ts';

const [input, folder, mark] = process.argv.slice(2) as [string, string, string];
const limits = { seconds: 7200, pixels: 1e12, bytes: 5 * 2 ** 30 };
const decoder = createDecoder(() => openDecoderProcess(1.5 * 2 ** 30));
const shelf = Object.assign(new RecordShelf(), { decoder });
const output = join(folder, 'signed');

const run: LongRun = {
  signal: new AbortController().signal,
  workFolder: mkdtempSync(join(folder, 'work-')),
  onProgress: (fraction) => process.send!({ fraction }),
  checkpoints: {
    load: async (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name)) : undefined),
    async save(name, bytes) {
      writeFileSync(join(folder, `${name}.new`), bytes);
      renameSync(join(folder, `${name}.new`), join(folder, name));
      process.send!({ saved: name });
    },
  },
};

await measure('sign', async () => {
  const sink = openSync(output, 'w');
  const options = mark === 'in-band' ? { inBand: limits } : {};
  const signed = await shelf.signBy(
    (request, ports) =>
      signLargeFile(
        sourceOf(input),
        { write: async (bytes) => writeFileSync(sink, bytes) },
        { ...request, ...options },
        { ...ports, decoder },
        run,
      ),
    'c0ffee0123456789',
  );
  closeSync(sink);
  return signed.notes.join(' ');
});
await measure('verify', async () => (await verifyLargeFile(sourceOf(output), {}, shelf, run)).verdict);
decoder.close();
process.disconnect!();

async function measure(name: string, work: () => Promise<string>): Promise<void> {
  process.send!({ began: name });
  const start = performance.now();
  const says = await work();
  process.send!({ ended: name, seconds: (performance.now() - start) / 1000, says });
}

function sourceOf(path: string) {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  return {
    size,
    async read(offset: number, length: number) {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset)));
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, offset));
    },
  };
}
