// A separate process that tries mutated files one after another and reports each result: a crash of
// native code, or a file that never ends, costs one process and names its case.
import { isMainThread } from 'node:worker_threads';
import { makeMediaCase } from './media-cases.ts';
import { readSampleFiles } from './sample-files.ts';
import { tryFile } from './try-file.ts';

export interface MediaOrder {
  readonly seed: number;
  readonly numbers: readonly number[];
}

export type MediaReport =
  | { readonly begun: number; readonly name: string }
  | {
      readonly done: number;
      readonly name: string;
      readonly outcome: 'signed' | 'refused';
      readonly milliseconds: number;
      readonly faults: readonly string[];
      readonly residentBytes: number;
    };

if (import.meta.main && isMainThread && process.send) {
  const report = (message: MediaReport) => void process.send!(message);
  process.on('disconnect', () => process.exit(0));
  process.on('unhandledRejection', (problem) => {
    throw problem;
  });
  process.once('message', async ({ seed, numbers }: MediaOrder) => {
    const samples = await readSampleFiles();
    for (const number of numbers) {
      const { name, bytes } = makeMediaCase(samples, seed, number);
      report({ begun: number, name });
      const verdict = await tryFile(bytes);
      report({ done: number, name, ...verdict, residentBytes: process.memoryUsage.rss() });
    }
    process.disconnect!();
  });
}
