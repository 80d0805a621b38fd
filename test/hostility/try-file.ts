// The rules for every file, however broken: verification returns a result, signing succeeds or
// refuses with a sentence, signed files are authentic, and each step takes less than two seconds of
// processor time.

import sharp from 'sharp';
import { isRefusal, verify } from '../../engine/src/index.ts';
import { RecordShelf } from '../../engine/test-support/record-shelf.ts';

export interface FileVerdict {
  readonly outcome: 'signed' | 'refused';
  /** Processor time of the slowest step. The process does nothing else. */
  readonly milliseconds: number;
  /** The broken rules, one sentence each. */
  readonly faults: readonly string[];
}

/** For pictures of up to eight megapixels. The limit of larger ones grows with their pixels. */
const longestMilliseconds = 2_000;
const ordinaryPixels = 8_000_000;

export async function tryFile(bytes: Buffer): Promise<FileVerdict> {
  const shelf = new RecordShelf();
  const faults: string[] = [];
  let slowest = 0;
  const timed = async <Value>(name: string, work: () => Promise<Value>): Promise<Value | undefined> => {
    const start = process.cpuUsage();
    try {
      const value = await work();
      const { user, system } = process.cpuUsage(start);
      const milliseconds = (user + system) / 1_000;
      slowest = Math.max(slowest, milliseconds);
      if (milliseconds >= longestMilliseconds && milliseconds >= (await allowanceFor(bytes)))
        faults.push(`${name} took ${Math.round(milliseconds)} ms`);
      return value;
    } catch (problem) {
      faults.push(`${name} threw ${problem instanceof Error ? problem.stack : String(problem)}`);
      return undefined;
    }
  };

  const found = await timed('verifying', () => verify(bytes, {}, shelf));
  if (found?.authentic) faults.push('unknown content was called authentic');
  const signed = await timed('signing', () => shelf.sign(bytes).catch(sentenceOf));
  if (typeof signed === 'string') {
    if (!/^[A-Z].*\.$/s.test(signed)) faults.push(`refused without a sentence: ${signed}`);
  } else if (signed) {
    // Text without a visible character has no place for a mark, and signing says so.
    const byToken = signed.notes.some((note) => note.endsWith('only by the token.'));
    const request = byToken ? { token: signed.token } : {};
    const again = await timed('verifying what was signed', () => verify(signed.bytes, request, shelf));
    if (again && !again.authentic) faults.push(`what was signed is not authentic: ${again.reason}`);
  }
  return { outcome: typeof signed === 'string' ? 'refused' : 'signed', milliseconds: slowest, faults };
}

function sentenceOf(problem: unknown): string {
  if (isRefusal(problem)) return problem.message;
  throw problem;
}

async function allowanceFor(bytes: Buffer): Promise<number> {
  const { width, height } = await sharp(bytes)
    .metadata()
    .catch(() => ({ width: 0, height: 0 }));
  return longestMilliseconds * Math.max(1, (width * height) / ordinaryPixels);
}
