// `provenance monitor`: follows a transparency log, proves that it only grows, and reports the
// entries that have the tag of your organization. Only the tags are the word of the operator.
import { type Command, type Context, numberOf, textOf, textsOf, type Values } from '../command.ts';
import { UsageError } from '../command-errors.ts';

export const monitorCommand: Command = {
  name: 'monitor',
  summary: 'Follow a transparency log, and report contradictions and your own entries',
  parameters: '<log URL>, or with --compare: <checkpoint> <checkpoint> [log URL]',
  mostWords: 3,
  details: `The command checks the signatures of the log, that it only grows, and that its root follows from all entries.
The monitoring key of your organization is read from --monitoring-key-file or PROVENANCE_MONITORING_KEY.
It finds the entries with your tag. Nothing proves the tag, so a dishonest operator can hide an entry.
Exit codes:
  0  the log is consistent with everything that the state folder knows
  4  the log cannot be read. This says nothing about the log
  5  the log contradicts itself. The evidence is in the state folder
  6  the log shows no checkpoint that the witnesses of the policy cosigned
With --compare: 0 no contradiction, 3 the two checkpoints cannot be compared without the log, 5 a contradiction.`,
  options: {
    state: { type: 'string', value: 'folder', about: 'Folder for what the monitor knows (required)' },
    log: { type: 'string', multiple: true, value: 'vkey', about: 'Verifier key of the log. Can be repeated' },
    policy: { type: 'string', value: 'file', about: 'Keys of the log and its witnesses (C2SP tlog-policy)' },
    once: { type: 'boolean', about: 'Check once, then stop' },
    interval: { type: 'string', value: 'seconds', about: 'Time between two checks (default: 60)' },
    'monitoring-key-file': { type: 'string', value: 'file', about: 'The monitoring key of your organization' },
    checkpoint: { type: 'string', multiple: true, value: 'file', about: 'Also compare with this kept checkpoint' },
    compare: { type: 'boolean', about: 'Compare two checkpoint files' },
    json: { type: 'boolean', about: 'Print JSON, one object per line' },
  },
  async run(context, words, values) {
    if (values.compare) {
      const [left, right, url] = words;
      if (left === undefined || right === undefined) throw new UsageError('Enter two checkpoint files.');
      const { compareFiles } = await import('../transparency/compare-files.ts');
      return compareFiles(context, values, left, right, url);
    }
    const [url, ...others] = words;
    if (url === undefined || others.length > 0) throw new UsageError('Enter the address of one log.');
    return runMonitor(context, values, expectAddress(url));
  },
};

async function runMonitor(context: Context, values: Values, url: string) {
  const folder = textOf(values, 'state');
  if (folder === undefined) throw new UsageError('Enter a folder for the state: --state <folder>.');
  const interval = numberOf(values, 'interval', 60, 1, 86_400);
  const { openStateFolder } = await import('../transparency/state-folder.ts');
  const { followLog } = await import('../transparency/follow-log.ts');
  const { readMonitoringKey } = await import('../transparency/monitoring-key.ts');
  const monitoringKey = readMonitoringKey(textOf(values, 'monitoring-key-file'));
  const state = await openStateFolder(folder);
  try {
    const kept = textsOf(values, 'checkpoint');
    return await followLog(context, { url, values, state, interval, monitoringKey, kept });
  } finally {
    state.release();
  }
}

function expectAddress(url: string): string {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url;
  throw new UsageError(`${url} is not the address of a log, such as https://example.com/log.`);
}
