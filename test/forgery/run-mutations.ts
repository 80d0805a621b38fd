// Mutations of signed files on several threads, and their results.
import { Worker } from 'node:worker_threads';
import type { MutationFigures, MutationReport, MutationShare } from './mutation-thread.ts';

export type MutationFinding = Extract<MutationReport, { kind: 'finding' }>;

export interface MutationTally {
  readonly formats: Map<string, MutationFigures>;
  readonly findings: MutationFinding[];
}

export interface MutationRun {
  readonly seed: number;
  readonly first: number;
  readonly count: number;
  readonly minutes?: number | undefined;
  readonly threads: number;
  readonly onProgress?: (tried: number, findings: number) => void;
  readonly onFinding?: (finding: MutationFinding) => void;
}

export async function runMutations(run: MutationRun): Promise<MutationTally> {
  const { seed, first, count, threads, minutes } = run;
  const tally: MutationTally = { formats: new Map(), findings: [] };
  const endsAt = minutes === undefined ? Number.POSITIVE_INFINITY : Date.now() + minutes * 60_000;
  const shares = Array.from({ length: threads }, (_, share) => ({
    seed,
    first,
    count,
    shares: threads,
    share,
    endsAt,
  }));
  await Promise.all(shares.map((share) => runShare(share, tally, run)));
  return tally;
}

function runShare(share: MutationShare, tally: MutationTally, { onProgress, onFinding }: MutationRun): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const thread = new Worker(new URL('./mutation-thread.ts', import.meta.url), { workerData: share });
  thread.on('message', (report: MutationReport) => {
    if (report.kind === 'finding') {
      tally.findings.push(report);
      onFinding?.(report);
    } else {
      add(tally.formats, report.figures);
      onProgress?.(
        [...tally.formats.values()].reduce((sum, { tried }) => sum + tried, 0),
        tally.findings.length,
      );
    }
  });
  thread.once('error', reject);
  thread.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A thread ended with ${code}.`))));
  return promise;
}

function add(formats: Map<string, MutationFigures>, more: ReadonlyMap<string, MutationFigures>): void {
  for (const [format, { tried, authentic, milliseconds }] of more) {
    const sum = formats.get(format) ?? { tried: 0, authentic: 0, milliseconds: 0 };
    sum.tried += tried;
    sum.authentic += authentic;
    sum.milliseconds += milliseconds;
    formats.set(format, sum);
  }
}
