// `provenance records`: the organization's own, newest first. With an id, one complete record.
import { type Command, numberOf, textOf } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { asPrintable } from '../terminal.ts';

const formats = ['image', 'audio', 'text', 'video'] as const;

export const recordsCommand: Command = {
  name: 'records',
  summary: 'List records, newest first, or show one record',
  parameters: '[record ID]',
  mostWords: 1,
  options: {
    limit: { type: 'string', short: 'n', value: 'number', about: 'Number of records (default: 20)' },
    generator: { type: 'string', short: 'g', value: 'id', about: 'Only records of this generator' },
    format: { type: 'string', value: 'kind', about: `Only records of this format: ${formats.join(', ')}` },
    json: { type: 'boolean', about: 'Print JSON' },
  },
  async run(context, [recordId], values) {
    const { terminal } = context;
    if (recordId !== undefined) {
      const record = await context.client().records.get(recordId);
      terminal.say(values.json ? JSON.stringify(record) : JSON.stringify(record, null, 2));
      return exitCodes.done;
    }
    let left = numberOf(values, 'limit', 20, 1, 1_000_000);
    const generator = textOf(values, 'generator');
    const format = formats.find((each) => each === textOf(values, 'format'));
    const query = {
      limit: Math.min(left, 100),
      ...(generator !== undefined && { generator_id: generator }),
      ...(format !== undefined && { format }),
    };
    for await (const record of context.keyedClient().records.all(query)) {
      const { record_id, signed_at, format: kind, mode, model } = record;
      if (values.json) terminal.sayJson(record);
      else terminal.say(`${signed_at}  ${record_id}  ${kind.padEnd(5)}  ${mode}  ${asPrintable(model)}`);
      left -= 1;
      if (left === 0) break;
    }
    return exitCodes.done;
  },
};
