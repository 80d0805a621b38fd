// What PostgreSQL's failures mean to the rest of the service.
import { DatabaseUnavailable, KeyTaken } from '../database.ts';

const keyTakenCode = '23505';

/** The answer to a query, its failure told as the service knows it. */
export async function answered<Answer>(query: Promise<Answer>): Promise<Answer> {
  try {
    return await query;
  } catch (problem) {
    if (isUnavailable(problem)) throw new DatabaseUnavailable(problem);
    throw (problem as { code?: unknown }).code === keyTakenCode ? new KeyTaken(problem) : problem;
  }
}

function isUnavailable(problem: unknown): boolean {
  // A mistake of ours, before anything was sent.
  if (problem instanceof TypeError) return false;
  const { code, routine } = problem as { code?: unknown; routine?: unknown };
  // Class 08: connection; class 53: out of disk, memory or connections; class 57: shutting down or
  // cancelled. Without a code of PostgreSQL's own, the failure came from the socket.
  if (typeof code !== 'string' || /^(08|53|57)/.test(code) || !/^[0-9A-Z]{5}$/.test(code)) return true;
  // A quota on the disk, or a limit on the size of files: a table cannot grow, and PostgreSQL has
  // no code for it.
  return code === 'XX000' && (routine === 'mdextend' || routine === 'mdzeroextend');
}
