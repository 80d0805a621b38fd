// `provenance sign --watch`: signs the files that are in folders or appear there, until Ctrl-C. It
// reads the folders every second, which also works on network disks. It never signs its own output.
import { stat } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandError, UsageError } from './command-errors.ts';
import { type ListedFile, listFiles } from './list-files.ts';
import { NewFiles } from './new-files.ts';
import type { SignJob } from './sign-plan.ts';
import type { SignReport } from './sign-report.ts';
import { onFirstSignal } from './signals.ts';
import type { Terminal } from './terminal.ts';

export interface Watch {
  readonly terminal: Terminal;
  readonly folders: readonly string[];
  /** The folder for the signed files, if there is one. */
  readonly out: string | undefined;
  readonly report: SignReport;
  isOwnOutput(name: string): boolean;
  outputOf(path: string): string;
  sign(jobs: readonly SignJob[]): Promise<void>;
}

const betweenLooks = 1_000;
/** After a problem that can pass, such as a service that does not respond. */
const afterProblem = 30_000;
/** What programs call files that they are still writing. */
const unfinished = /(?:\.(?:part|partial|filepart|tmp|temp|crdownload|download)|~)$/i;

/** Before anything is signed. */
export async function expectFolders(folders: readonly string[], out: string | undefined): Promise<void> {
  for (const folder of folders) {
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory()) throw new UsageError(`--watch needs folders, and ${folder} is not a folder.`);
    if (out !== undefined && resolve(out) === resolve(folder)) {
      throw new UsageError('--out is the folder that you watch. Use another folder, or --in-place.');
    }
  }
}

export async function watchFolders(watch: Watch): Promise<void> {
  const { terminal, folders, out, report, isOwnOutput } = watch;
  const files = new NewFiles();
  /** The file that each output belongs to. */
  const owners = new Map<string, string>();
  const end = new AbortController();
  onFirstSignal(() => {
    terminal.note('Stopping after the files in progress. To stop at once, press Ctrl-C again.');
    report.stop();
    end.abort();
  });
  terminal.note(`Watching ${folders.join(', ')}. To stop, press Ctrl-C.`);
  const isWanted = (name: string) => !isOwnOutput(basename(name, extname(name))) && !unfinished.test(name);

  while (!end.signal.aborted) {
    const without = out === undefined ? undefined : await stat(out);
    const listed = await listFiles(folders, { isWanted, without });
    const ready = files.take(listed.filter(isNoOutput), performance.now());
    if (ready.length > 0) await signReady(ready);
    const untilNext = report.isStopped() ? afterProblem : betweenLooks;
    if (!report.canContinue()) break;
    await pause(untilNext, undefined, { signal: end.signal }).catch(() => undefined);
  }

  /** An output of this run in a watched folder. With --in-place, a file is its own output. */
  function isNoOutput({ path }: ListedFile): boolean {
    const owner = owners.get(resolve(path));
    return owner === undefined || owner === path;
  }

  async function signReady(ready: readonly ListedFile[]): Promise<void> {
    const delivered = new Set<string>();
    const jobs = ready.map((file) => ({
      ...file,
      output: watch.outputOf(file.path),
      isNewer: files.isNewer(file),
      onDelivered: () => delivered.add(file.path),
    }));
    report.expect(jobs);
    await watch.sign(
      jobs.filter(({ path, output }) => {
        const owner = owners.get(resolve(output)) ?? path;
        owners.set(resolve(output), owner);
        if (owner === path) return true;
        report.fail(path, new CommandError(`${output} is already the output of ${owner}. Rename one of them.`));
        return false;
      }),
    );
    for (const job of jobs) {
      if (report.isOpen(job.path)) continue;
      files.finish(delivered.has(job.path) ? await asItIsNow(job) : job);
    }
  }
}

/** With --in-place, the file was replaced. Otherwise, a change since then makes it new again. */
async function asItIsNow(job: ListedFile & SignJob): Promise<ListedFile> {
  const found = job.output === job.path ? await stat(job.path).catch(() => undefined) : undefined;
  return found ? { path: job.path, bytes: found.size, changed: found.mtimeMs } : job;
}
