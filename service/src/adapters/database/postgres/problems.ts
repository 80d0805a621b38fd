// Translates failures of PostgreSQL into the errors of the service.
import { DatabaseUnavailable, KeyTaken } from '../database.ts';

const keyTakenCode = '23505';
const readOnlyCode = '25006';
/** The node was silent in a transaction, and the server ended the session (pool.ts). */
const idleCode = '25P03';

/** The result of a query. A failure becomes an error of the service. */
export async function answered<Answer>(query: Promise<Answer>): Promise<Answer> {
  try {
    return await query;
  } catch (problem) {
    if (isUnavailable(problem)) throw new DatabaseUnavailable(problem);
    throw (problem as { code?: unknown }).code === keyTakenCode ? new KeyTaken(problem) : problem;
  }
}

/** The server no longer accepts writes. */
export function isReadOnly(problem: unknown): boolean {
  return (problem as { code?: unknown }).code === readOnlyCode;
}

function isUnavailable(problem: unknown): boolean {
  // A defect of ours, before anything was sent.
  if (problem instanceof TypeError) return false;
  if (isReadOnly(problem)) return true;
  const { code, routine } = problem as { code?: unknown; routine?: unknown };
  if (code === idleCode) return true;
  // Class 08: connection. Class 53: out of disk, memory or connections. Class 57: shutting down or
  // canceled. Without a PostgreSQL code, the failure came from the socket.
  if (typeof code !== 'string' || /^(08|53|57)/.test(code) || !/^[0-9A-Z]{5}$/.test(code)) return true;
  // A disk quota or a limit on the size of files: a table cannot grow, and PostgreSQL has no code
  // for this.
  return code === 'XX000' && (routine === 'mdextend' || routine === 'mdzeroextend');
}
