// The audit log as a file, line by line: JSON, or CSV as in RFC 4180.

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
    yield `${[event_id, type, timestamp, JSON.stringify(metadata)].map(csvField).join(',')}\r\n`;
  }
}

function csvField(text: string): string {
  // Keeps a field that a spreadsheet would take for a formula as text. Names of models and keys
  // come from outside.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
