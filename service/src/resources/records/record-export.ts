// A list of records as a file, line by line: JSON, or CSV as in RFC 4180.
import type { Static } from 'typebox';
import { csvRow } from '../../http/csv.ts';
import { listedRecord } from './records.schema.ts';

type ListedRecord = Static<typeof listedRecord>;

const columns = Object.keys(listedRecord.properties) as (keyof ListedRecord)[];

export async function* asJson(records: AsyncIterable<ListedRecord>): AsyncGenerator<string> {
  yield '{"records":[';
  let separator = '\n';
  for await (const record of records) {
    yield separator + JSON.stringify(record);
    separator = ',\n';
  }
  yield '\n]}\n';
}

export async function* asCsv(records: AsyncIterable<ListedRecord>): AsyncGenerator<string> {
  yield csvRow(columns);
  for await (const record of records) yield csvRow(columns.map((name) => String(record[name] ?? '')));
}
