// The only list of the operator's commands.
import { planNames } from '../plans/plans.ts';
import type { Command } from './command.ts';

export const commands: readonly Command[] = [
  {
    name: 'list-organizations',
    parameters: [],
    about: 'List organizations and their plans, oldest first.',
    load: () => import('./commands/list-organizations.ts'),
  },
  {
    name: 'show-organization',
    parameters: ['<org_id>'],
    about: 'Show an organization with its members and API keys.',
    load: () => import('./commands/show-organization.ts'),
  },
  {
    name: 'set-plan',
    parameters: ['<org_id>', '<plan>'],
    about: `Change the plan of an organization: ${planNames.join(', ')}.`,
    load: () => import('./commands/set-plan.ts'),
  },
  {
    name: 'plan-requests',
    parameters: ['[action]', '[request_id]'],
    options: { reason: 'what the members read about the decision' },
    about: 'List pending requests for a plan. Decide one with the action approve or decline.',
    load: () => import('./commands/plan-requests.ts'),
  },
  {
    name: 'verify-audit',
    parameters: ['[org_id]'],
    about: 'Check the audit log of one organization, or of all, for changes.',
    load: () => import('./commands/verify-audit.ts'),
  },
  {
    name: 'archive',
    parameters: ['[action]'],
    about:
      'Show the archive of old records. Actions: run archives what is due, check reads every file, restore brings all records back.',
    load: () => import('./commands/archive.ts'),
  },
  {
    name: 'rotate-master-key',
    parameters: [],
    about: 'Create a new master key and encrypt every secret of both environments with it.',
    load: () => import('./commands/rotate-master-key.ts'),
  },
  {
    name: 'custody',
    parameters: ['<action>', '<id>', '[reference]'],
    options: {
      chain: 'PEM file of the certificates, that of the key first (attach-certificate)',
      subject: 'name in the certificate, such as "C=DE, O=Acme Pictures, CN=Acme" (request-certificate)',
    },
    about:
      'Keys outside the database. Actions: list, attach-generator, attach-certificate (--chain), request-certificate (--subject).',
    load: () => import('./commands/custody.ts'),
  },
  {
    name: 'rotate-token-key',
    parameters: [],
    about: 'Create a new key for record tokens. Existing tokens stay valid.',
    load: () => import('./commands/rotate-token-key.ts'),
  },
  {
    name: 'new-log',
    parameters: ['<name>'],
    about: 'End the transparency log and start one with another name and new keys. Stop all nodes before.',
    load: () => import('./commands/new-log.ts'),
  },
  {
    name: 'backup',
    parameters: ['<folder>'],
    about: 'Copy the embedded databases of both environments to a new folder. The service can keep running.',
    load: () => import('./commands/backup.ts'),
  },
  {
    name: 'restore',
    parameters: ['<folder>'],
    about: 'Restore a backup to an empty DATA_DIR, after a check of the files and the master key.',
    load: () => import('./commands/restore.ts'),
  },
  {
    name: 'capacity',
    parameters: [],
    options: {
      images: 'pictures that are signed in a month, such as 250k, 10M or 1.5G',
      sounds: 'clips of sound that are signed in a month',
      texts: 'texts that are signed in a month',
      videos: 'videos that are signed in a month',
      verifications: 'verifications in a month (default: four for each record)',
      months: 'how long the load lasts (default: 12)',
      'archive-after': 'months until records move to the archive (default: nothing is archived)',
    },
    about: 'Compute the storage, nodes and cores for a load per month, such as --images 10M --texts 100M.',
    load: () => import('./commands/capacity.ts'),
  },
  {
    name: 'export-openapi',
    parameters: ['[file]'],
    about: 'Write the API as OpenAPI 3.1 to a file or to standard output.',
    load: () => import('./commands/export-openapi.ts'),
  },
];

export function helpText(): string {
  return [
    'Operator commands of the Content Provenance Service. Run them with the settings of the service. The service can keep running.',
    '',
    'npm run operator -- <command> [--sandbox]',
    '',
    ...inColumns([
      ...commands.map((command) => [briefUsageOf(command), command.about] as const),
      ['help [command]', 'Show this help, or the options of a command. <command> --help does the same.'],
    ]),
    '',
    `--sandbox: ${sandboxText}`,
  ].join('\n');
}

export function helpOf(command: Command): string {
  return [
    command.about,
    '',
    `npm run operator -- ${usageOf(command)} [--sandbox]`,
    '',
    ...inColumns([
      ...Object.entries(command.options ?? {}).map(([name, about]) => [`--${name} <text>`, about] as const),
      ['--sandbox', sandboxText],
    ]),
  ].join('\n');
}

export function usageOf({ name, parameters, options = {} }: Command): string {
  return [name, ...parameters, ...Object.keys(options).map((option) => `[--${option} <text>]`)].join(' ');
}

const sandboxText = 'use the sandbox instead of the live service.';

/** Many options would widen the whole list. */
function briefUsageOf(command: Command): string {
  const { options = {} } = command;
  return Object.keys(options).length > 1
    ? [command.name, ...command.parameters, '[--<option> <text>]'].join(' ')
    : usageOf(command);
}

function inColumns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
