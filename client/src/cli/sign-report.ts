// The result of each file, reported as it happens, and whether it makes sense to continue.
import { ServiceError } from '../index.ts';
import { describeProblem, problemCode } from './describe-problem.ts';
import type { Terminal } from './terminal.ts';

export type SignOutcome =
  | {
      readonly file: string;
      readonly status: 'signed';
      readonly output: string;
      readonly token: string;
      readonly record_id: string;
      readonly format: string;
      readonly notes: string;
    }
  | { readonly file: string; readonly status: 'skipped'; readonly message: string };

export type SignReport = ReturnType<typeof createSignReport>;

/** The next file would have the same problem. */
const stopping = new Set([
  ...['unreachable', 'unauthorized', 'forbidden', 'signature_limit_reached', 'plan_required', 'email_not_verified'],
  ...['generator_not_found', 'client_managed_generator', 'rate_limited', 'service_unavailable'],
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG'],
]);

export function createSignReport(terminal: Terminal, total: number, json: boolean) {
  const counts = { signed: 0, skipped: 0, failed: 0 };
  const underWay = new Map<string, number>();
  let stopped: unknown;

  function show(): void {
    if (!terminal.barred) return;
    const done = counts.signed + counts.skipped + counts.failed;
    const partly = [...underWay.values()].reduce((sum, fraction) => sum + fraction / 2, 0);
    terminal.showProgress((done + partly) / total, `${done} of ${total}`);
  }

  return {
    /** For the bar. Undefined if there is none. */
    progressOf: (file: string) =>
      terminal.barred
        ? (fraction: number) => {
            underWay.set(file, fraction);
            show();
          }
        : undefined,

    tell(outcome: SignOutcome): void {
      counts[outcome.status] += 1;
      underWay.delete(outcome.file);
      if (json) terminal.sayJson(outcome);
      else if (outcome.status === 'skipped')
        terminal.say(`${terminal.paint('dim', 'skipped')}  ${outcome.file}  ${outcome.message}`);
      else {
        terminal.say(`${terminal.paint('green', 'signed')}   ${outcome.file} → ${outcome.output}  ${outcome.token}`);
        if (outcome.notes) terminal.note(`         ${outcome.notes}`);
      }
      show();
    },

    fail(file: string, problem: unknown): void {
      counts.failed += 1;
      underWay.delete(file);
      const code = problemCode(problem);
      // A problem of this file only, such as a read-only output, stops nothing.
      if (stopping.has(code)) stopped ??= problem;
      const details = problem instanceof ServiceError && problem.requestId ? { request_id: problem.requestId } : {};
      if (json)
        terminal.sayJson({ file, status: 'failed', error: code, message: describeProblem(problem), ...details });
      else terminal.note(`${terminal.paint('red', 'failed')}   ${file}  ${describeProblem(problem)}`);
      show();
    },

    isStopped: () => stopped !== undefined,

    /** Prints the summary. Returns whether everything succeeded. */
    end(): boolean {
      const left = total - counts.signed - counts.skipped - counts.failed;
      if (left > 0) terminal.note(`Stopped: ${left} files left. To continue, run the same command again.`);
      if (!json && total > 1)
        terminal.note(`${counts.signed} signed, ${counts.skipped} skipped, ${counts.failed} failed.`);
      return counts.failed === 0 && left === 0;
    },
  };
}
