// `provenance audit export`: the audit log as CSV or JSON.
import { exportCommand } from '../export-command.ts';

export const auditExportCommand = exportCommand({
  name: 'audit export',
  summary: 'Export the audit log as CSV or JSON (Growth plan or above)',
  formats: ['csv', 'json'],
  aboutFrom: 'Start date or time',
  aboutTo: 'End date or time',
  fetch: (client, query) => client.audit.export(query),
});
