// `provenance attestation`: a signed report of what the organization did in a period, as a file.
import { exportCommand } from '../export-command.ts';

export const attestationCommand = exportCommand({
  name: 'attestation',
  summary: 'Get the attestation of a period (Enterprise plan)',
  details: 'A factual record of activity, not a certification, legal opinion or guarantee of compliance.',
  formats: ['json', 'html'],
  aboutFrom: 'Start date or time (default: start of the current month)',
  aboutTo: 'End date or time (default: now)',
  fetch: (client, query) => client.attestation.export(query),
});
