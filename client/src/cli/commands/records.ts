// `provenance records`: the organization's own, newest first; with an id, one record whole.
import { type Command, numberOf, textOf } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { asPrintable } from '../terminal.ts';

const formats = ['image', 'audio', 'text', 'video'] as const;

export const recordsCommand: Command = {
  name: 'records',
  summary: 'What was signed, newest first; or one record',
  parameters: '[record id]',
  mostWords: 1,
  options: {
    limit: { type: 'string', short: 'n', value: 'number', about: 'How many (20); pages are fetched as needed' },
    generator: { type: 'string', short: 'g', value: 'id', about: 'Of this generator alone' },
    format: { type: 'string', value: 'kind', about: `Of this kind alone: ${formats.join(', ')}` },
    json: { type: 'boolean', about: 'For programs' },
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
