// `provenance audit export`: the audit log as CSV or JSON.
import { exportCommand } from '../export-command.ts';

export const auditExportCommand = exportCommand({
  name: 'audit export',
  summary: 'The audit log as CSV or JSON (plan Growth and above)',
  formats: ['csv', 'json'],
  aboutFrom: 'Not before this date or time',
  aboutTo: 'Not after this date or time',
  fetch: (client, query) => client.audit.export(query),
});
