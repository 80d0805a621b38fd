// `provenance attestation`: what the organization did in a period, as a file that the service signed.
import { type Command, oneOf, textOf } from '../command.ts';
import { deliver } from '../deliver.ts';

export const attestationCommand: Command = {
  name: 'attestation',
  summary: 'Get the attestation of a period (Enterprise plan)',
  mostWords: 0,
  details: 'A factual record of activity, not a certification, legal opinion or guarantee of compliance.',
  options: {
    format: { type: 'string', value: 'json|html', about: 'Format (default: json)' },
    from: { type: 'string', value: 'time', about: 'Start date or time (default: start of the current month)' },
    to: { type: 'string', value: 'time', about: 'End date or time (default: now)' },
    out: { type: 'string', short: 'o', value: 'file', about: 'Output file (default: standard output)' },
  },
  async run(context, _words, values) {
    const from = textOf(values, 'from');
    const to = textOf(values, 'to');
    const query = {
      format: oneOf(values, 'format', ['json', 'html']),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    };
    const { body } = await context.keyedClient().attestation.export(query);
    return deliver(context, body, values);
  },
};
