// The id of each request: the one of the caller if it is safe, otherwise a new one. It appears in
// the response, in the error body, in the log and in traces. Nothing is looked up or stored by it,
// so two callers with the same id do not affect each other.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** UUIDs, ULIDs, and the ids of common proxies. Safe in logs, headers and URIs. */
const callersForm = /^[A-Za-z0-9][A-Za-z0-9._:=-]{0,127}$/;
/** Only ids from here start like this, so a caller cannot send one that looks like ours. */
const ownStart = 'req_';

/** Own ids are unique across nodes and restarts, and cheap to make. */
export function createRequestIds(): (request: Pick<IncomingMessage, 'headers'>) => string {
  const start = `${ownStart}${randomBytes(6).toString('hex')}_`;
  let count = 0;
  return ({ headers }) => {
    const given = headers['x-request-id'];
    const isSafe = typeof given === 'string' && callersForm.test(given) && !given.startsWith(ownStart);
    return isSafe ? given : start + count++;
  };
}
