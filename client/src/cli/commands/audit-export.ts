// `provenance audit export`: the audit log as CSV or JSON.
import { type Command, oneOf, textOf } from '../command.ts';
import { deliver } from '../deliver.ts';

export const auditExportCommand: Command = {
  name: 'audit export',
  summary: 'The audit log as CSV or JSON (plan Growth and above)',
  mostWords: 0,
  options: {
    format: { type: 'string', value: 'csv|json', about: 'csv unless said' },
    from: { type: 'string', value: 'time', about: 'Not before this date or time' },
    to: { type: 'string', value: 'time', about: 'Not after this date or time' },
    out: { type: 'string', short: 'o', value: 'file', about: 'Where to write it (standard output)' },
  },
  async run(context, _words, values) {
    const from = textOf(values, 'from');
    const to = textOf(values, 'to');
    const query = {
      format: oneOf(values, 'format', ['csv', 'json']),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    };
    const { body } = await context.keyedClient().audit.export(query);
    return deliver(context, body, values);
  },
};
