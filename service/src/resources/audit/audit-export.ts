// The audit log as a file, line by line: JSON, or CSV as in RFC 4180.
import { csvRow } from '../../http/csv.ts';

export interface ExportedEvent {
  readonly event_id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export async function* asJson(events: AsyncIterable<ExportedEvent>): AsyncGenerator<string> {
  yield '{"events":[';
  let separator = '\n';
  for await (const event of events) {
    yield separator + JSON.stringify(event);
    separator = ',\n';
  }
  yield '\n]}\n';
}

export async function* asCsv(events: AsyncIterable<ExportedEvent>): AsyncGenerator<string> {
  yield 'event_id,type,timestamp,metadata\r\n';
  for await (const { event_id, type, timestamp, metadata } of events) {
    yield csvRow([event_id, type, timestamp, JSON.stringify(metadata)]);
  }
}
