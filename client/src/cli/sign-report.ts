// The result of each file, reported as it happens, how long the rest takes, and whether it makes
// sense to continue.
import { type CarriedName, ServiceError } from '../index.ts';
import { describeProblem, problemCode } from './describe-problem.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { standardStream } from './standard-streams.ts';
import type { Terminal } from './terminal.ts';
import { timeLeft } from './time-left.ts';

export type SignOutcome =
  | {
      readonly file: string;
      readonly status: 'signed';
      readonly output: string;
      readonly token: string;
      readonly record_id: string;
      readonly format: string;
      /** What the service wrote. Signing with your own key does not say it. */
      readonly carries?: readonly CarriedName[];
      readonly notes: string;
    }
  | { readonly file: string; readonly status: 'skipped'; readonly message: string };

export type SignReport = ReturnType<typeof createSignReport>;

/** The next file would have the same problem now, but perhaps not later. */
const passing = new Set(['unreachable', 'timeout', 'rate_limited', 'service_unavailable']);
/** The next file would have the same problem. */
const stopping = new Set([
  ...['unauthorized', 'forbidden', 'signature_limit_reached', 'plan_required', 'email_not_verified'],
  ...['generator_not_found', 'client_managed_generator', 'ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG'],
]);
/** A small file takes as long as this many bytes of a large one, about. */
const bytesOfFile = 200_000;

export interface ReportOptions {
  readonly json: boolean;
  /** For a run without an end: a problem that can pass does not stop it. */
  readonly waits?: boolean;
}

export function createSignReport(terminal: Terminal, { json, waits = false }: ReportOptions) {
  const counts = { signed: 0, skipped: 0, failed: 0 };
  /** The weights of files without a result. */
  const open = new Map<string, number>();
  /** How much of a file is uploaded, from 0 to 1. That is about half of the work. */
  const underWay = new Map<string, number>();
  const weights = { expected: 0, signed: 0 };
  const started = performance.now();
  let total = 0;
  let stopped: unknown;

  function show(): void {
    if (!terminal.barred || waits) return;
    const done = counts.signed + counts.skipped + counts.failed;
    let [parts, weight] = [done, weights.signed];
    for (const [file, fraction] of underWay) {
      parts += fraction / 2;
      weight += ((open.get(file) ?? 0) * fraction) / 2;
    }
    // Skipped files take almost no time, so they say nothing about the rest.
    const left = timeLeft(performance.now() - started, weight / weights.expected);
    terminal.showProgress(parts / total, `${done} of ${total}${left}`);
  }

  function close(file: string, status: keyof typeof counts): void {
    const weight = open.get(file) ?? 0;
    open.delete(file);
    underWay.delete(file);
    counts[status] += 1;
    if (status === 'skipped') weights.expected -= weight;
    else weights.signed += weight;
  }

  return {
    /** Files that will have a result. */
    expect(jobs: readonly { readonly path: string; readonly bytes: number }[]): void {
      for (const { path, bytes } of jobs) {
        const weight = bytes + bytesOfFile;
        if (!open.has(path)) total += 1;
        open.set(path, weight);
        weights.expected += weight;
      }
      show();
    },

    /** For the bar. Undefined if there is none. */
    progressOf: (file: string) =>
      terminal.barred && !waits
        ? (fraction: number) => {
            underWay.set(file, fraction);
            show();
          }
        : undefined,

    tell(outcome: SignOutcome): void {
      close(outcome.file, outcome.status);
      // Standard output has the content.
      const say = outcome.file === standardStream ? terminal.note : terminal.say;
      if (json) terminal.sayJson(outcome);
      else if (outcome.status === 'skipped')
        say(`${terminal.paint('dim', 'skipped')}  ${outcome.file}  ${outcome.message}`);
      else {
        say(`${terminal.paint('green', 'signed')}   ${outcome.file} → ${outcome.output}  ${outcome.token}`);
        if (outcome.notes) terminal.note(`         ${outcome.notes}`);
      }
      show();
    },

    fail(file: string, problem: unknown): void {
      const code = problemCode(problem);
      const waiting = waits && passing.has(code);
      if (!waiting) close(file, 'failed');
      // A problem of this file only, such as a read-only output, stops nothing.
      if (waiting || stopping.has(code) || passing.has(code)) stopped ??= problem;
      const status = waiting ? 'waiting' : 'failed';
      const details = problem instanceof ServiceError && problem.requestId ? { request_id: problem.requestId } : {};
      if (json) terminal.sayJson({ file, status, error: code, message: describeProblem(problem), ...details });
      else
        terminal.note(
          `${terminal.paint(waiting ? 'yellow' : 'red', status).padEnd(9)}${file}  ${describeProblem(problem)}`,
        );
      show();
    },

    isStopped: () => stopped !== undefined,

    /** Whether a later attempt makes sense. If so, the run can continue. */
    canContinue(): boolean {
      if (stopped !== undefined && !(waits && passing.has(problemCode(stopped)))) return false;
      stopped = undefined;
      return true;
    },

    /** Starts no other file. */
    stop(): void {
      stopped ??= new Error('interrupted');
    },

    isOpen: (file: string) => open.has(file),

    /** Prints the summary. */
    end(): ExitCode {
      if (open.size > 0) terminal.note(`Stopped: ${open.size} files left. To continue, run the same command again.`);
      if (!json && (total > 1 || waits))
        terminal.note(`${counts.signed} signed, ${counts.skipped} skipped, ${counts.failed} failed.`);
      if (counts.failed > 0) return exitCodes.failed;
      if (open.size === 0) return exitCodes.done;
      return waits ? exitCodes.interrupted : exitCodes.failed;
    },
  };
}
