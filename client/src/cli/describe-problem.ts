// A problem in one line: what happened, and a code that you can look up.
import { ServiceError } from '../index.ts';

export function describeProblem(problem: unknown): string {
  if (problem instanceof ServiceError) {
    const where = problem.details.map(({ path, message }) => `${path} ${message}`).join('; ');
    const request = problem.requestId ? `, request ${problem.requestId}` : '';
    return `${problem.message}${where ? ` ${where}.` : ''} (${problem.code}${request})`;
  }
  return problem instanceof Error ? problem.message : String(problem);
}

/** For programs. */
export function problemCode(problem: unknown): string {
  if (problem instanceof ServiceError) return problem.code;
  const code = (problem as NodeJS.ErrnoException | undefined)?.code;
  return typeof code === 'string' ? code : problem instanceof Error ? problem.name : 'unknown';
}
