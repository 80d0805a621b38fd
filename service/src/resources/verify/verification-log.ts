// Tells organizations of verifications that found a record of theirs. An organization's chain of events takes one writer at a time, and
// whoever verifies waits until the event is stored: events that come while one transaction runs share the next, instead of
// standing in line for one each.
import type { Database } from '../../adapters/database/database.ts';
import type { NewEvent } from '../../events/event-catalogue.ts';
import type { Announce, EventStream } from '../../events/event-stream.ts';

interface Waiting extends PromiseWithResolvers<Announce> {
  readonly event: NewEvent;
}

/** Keeps a shared transaction short. */
const mostEvents = 100;

export type VerificationLog = ReturnType<typeof createVerificationLog>;

export function createVerificationLog(database: Database, events: EventStream) {
  /** By organization, while somebody works on its line. */
  const lines = new Map<string, Waiting[]>();

  async function work(orgId: string, waiting: Waiting[]): Promise<void> {
    while (waiting.length > 0) {
      const share = waiting.splice(0, mostEvents);
      try {
        const append = share.map(({ event }) => event);
        const announce = await database.transaction((transaction) => events.append(transaction, orgId, append));
        for (const { resolve } of share) resolve(announce);
      } catch (problem) {
        for (const { reject } of share) reject(problem);
      }
    }
    lines.delete(orgId);
  }

  return {
    /** Resolves once the event is stored, with what it sets off; those that share a transaction share that. */
    append(orgId: string, event: NewEvent): Promise<Announce> {
      const waiting = { event, ...Promise.withResolvers<Announce>() };
      const line = lines.get(orgId);
      if (line) line.push(waiting);
      else {
        const own = [waiting];
        lines.set(orgId, own);
        void work(orgId, own);
      }
      return waiting.promise;
    },
  };
}
