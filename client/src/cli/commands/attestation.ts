// `provenance attestation`: what the organization did in a period, as a file that the service signed.
import { type Command, oneOf, textOf } from '../command.ts';
import { deliver } from '../deliver.ts';

export const attestationCommand: Command = {
  name: 'attestation',
  summary: 'The compliance attestation of a period (plan Enterprise)',
  mostWords: 0,
  details: 'A factual record of activity, not a certification, legal opinion or guarantee of compliance.',
  options: {
    format: { type: 'string', value: 'json|html', about: 'json unless said' },
    from: { type: 'string', value: 'time', about: 'From this date or time on (start of the current period)' },
    to: { type: 'string', value: 'time', about: 'To this date or time (now)' },
    out: { type: 'string', short: 'o', value: 'file', about: 'Where to write it (standard output)' },
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
