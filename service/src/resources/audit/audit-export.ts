// The audit log as a file, line by line: JSON, or CSV as in RFC 4180.
import { csvRow } from '../../http/csv.ts';

import type { PresentedEvent } from './present-events.ts';

export async function* asJson(events: AsyncIterable<PresentedEvent>): AsyncGenerator<string> {
  yield '{"events":[';
  let separator = '\n';
  for await (const event of events) {
    yield separator + JSON.stringify(event);
    separator = ',\n';
  }
  yield '\n]}\n';
}

export async function* asCsv(events: AsyncIterable<PresentedEvent>): AsyncGenerator<string> {
  yield 'event_id,type,timestamp,metadata,actor\r\n';
  for await (const { event_id, type, timestamp, metadata, actor } of events) {
    const who = actor.name ?? actor.id ?? actor.kind;
    yield csvRow([event_id, type, timestamp, JSON.stringify(metadata), who]);
  }
}
