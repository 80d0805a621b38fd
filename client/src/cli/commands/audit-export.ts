// `provenance audit export`: the audit log as CSV or JSON.
import { type Command, oneOf, textOf } from '../command.ts';
import { deliver } from '../deliver.ts';

export const auditExportCommand: Command = {
  name: 'audit export',
  summary: 'Export the audit log as CSV or JSON (Growth plan or above)',
  mostWords: 0,
  options: {
    format: { type: 'string', value: 'csv|json', about: 'Format (default: csv)' },
    from: { type: 'string', value: 'time', about: 'Start date or time' },
    to: { type: 'string', value: 'time', about: 'End date or time' },
    out: { type: 'string', short: 'o', value: 'file', about: 'Output file (default: standard output)' },
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
