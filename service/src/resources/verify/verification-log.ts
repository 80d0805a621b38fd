// Stores an event for organizations when a verification finds one of their records. The event chain
// of an organization has one writer at a time, so events that arrive during a write share the next
// transaction.
import { createBatcher } from '../../adapters/database/batcher.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { NewEvent } from '../../events/event-catalogue.ts';
import type { EventStream } from '../../events/event-stream.ts';

const mostEvents = 500;

export type VerificationLog = ReturnType<typeof createVerificationLog>;

export function createVerificationLog(database: Database, events: EventStream) {
  return createBatcher<NewEvent, void>({
    database,
    most: mostEvents,
    async write(transaction, orgId, items) {
      await events.append(transaction, orgId, items);
      return items.map(() => undefined);
    },
  });
}
