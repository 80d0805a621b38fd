// Sends mutated files through the engine in separate processes and collects failures. A process
// that ends or does not respond is a failure too, and the next one continues after its case.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { MediaOrder, MediaReport } from './media-process.ts';

export interface MediaFinding {
  readonly number: number;
  readonly name: string;
  readonly fault: string;
}

export interface MediaTally {
  files: number;
  signed: number;
  refused: number;
  slowestMilliseconds: number;
  mostResidentBytes: number;
  readonly findings: MediaFinding[];
}

export interface MediaRun {
  readonly seed: number;
  readonly first: number;
  readonly count: number;
  /** Ends after this time, done or not. */
  readonly minutes?: number | undefined;
  readonly processes: number;
  readonly onProgress?: (tally: MediaTally) => void;
  /** At once, so that a long run shows them early. */
  readonly onFinding?: (finding: MediaFinding) => void;
}

const program = join(import.meta.dirname, 'media-process.ts');
/** Some seconds of processor time are too long. This covers a busy machine. */
const hangMilliseconds = 90_000;

export async function fuzzMedia({
  seed,
  first,
  count,
  minutes,
  processes,
  onProgress,
  onFinding,
}: MediaRun): Promise<MediaTally> {
  const tally: MediaTally = {
    files: 0,
    signed: 0,
    refused: 0,
    slowestMilliseconds: 0,
    mostResidentBytes: 0,
    findings: [],
  };
  const end = minutes === undefined ? undefined : AbortSignal.timeout(minutes * 60_000);
  const numbers = Array.from({ length: count }, (_, place) => first + place);
  const shares = Array.from({ length: processes }, (_, share) =>
    numbers.filter((_, place) => place % processes === share),
  );
  const keep = (finding: MediaFinding) => {
    tally.findings.push(finding);
    onFinding?.(finding);
  };
  const note = (report: MediaReport) => {
    if ('begun' in report) return;
    tally.files += 1;
    tally[report.outcome] += 1;
    tally.slowestMilliseconds = Math.max(tally.slowestMilliseconds, report.milliseconds);
    tally.mostResidentBytes = Math.max(tally.mostResidentBytes, report.residentBytes);
    for (const fault of report.faults) keep({ number: report.done, name: report.name, fault });
    onProgress?.(tally);
  };
  await Promise.all(
    shares.map(async (share) => {
      let rest = share;
      while (rest.length > 0) {
        const lost = await runProcess({ seed, numbers: rest }, note, end);
        if (!lost) return;
        keep(lost);
        rest = rest.slice(rest.indexOf(lost.number) + 1);
      }
    }),
  );
  return tally;
}

/** Resolves with the case at which the process was lost, if it was. */
function runProcess(
  order: MediaOrder,
  note: (report: MediaReport) => void,
  end: AbortSignal | undefined,
): Promise<MediaFinding | undefined> {
  return new Promise((resolve) => {
    const child: ChildProcess = fork(program, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    let current: MediaFinding | undefined;
    let words = '';
    child.stderr!.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-2_000);
    });
    const hang = () => {
      words = `no answer after ${hangMilliseconds} ms`;
      child.kill('SIGKILL');
    };
    let timer = setTimeout(hang, hangMilliseconds * 2);
    child.on('message', (report: MediaReport) => {
      clearTimeout(timer);
      timer = setTimeout(hang, hangMilliseconds);
      current = 'begun' in report ? { number: report.begun, name: report.name, fault: '' } : undefined;
      note(report);
    });
    const stop = () => child.kill('SIGKILL');
    end?.addEventListener('abort', stop);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      end?.removeEventListener('abort', stop);
      if (end?.aborted) return resolve(undefined);
      const fault = `the process ended (${signal ?? code}): ${words}`;
      if (current) resolve({ ...current, fault });
      else if (code !== 0) resolve({ number: order.numbers[0]!, name: 'the beginning', fault });
      else resolve(undefined);
    });
    child.send(order);
  });
}
