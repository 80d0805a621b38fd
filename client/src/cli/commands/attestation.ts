// `provenance attestation`: what the organization did in a period, as a file that the service signed.
import { exportCommand } from '../export-command.ts';

export const attestationCommand = exportCommand({
  name: 'attestation',
  summary: 'The compliance attestation of a period (plan Enterprise)',
  details: 'A factual record of activity, not a certification, legal opinion or guarantee of compliance.',
  formats: ['json', 'html'],
  aboutFrom: 'From this date or time on (start of the current period)',
  aboutTo: 'To this date or time (now)',
  fetch: (client, query) => client.attestation.export(query),
});
