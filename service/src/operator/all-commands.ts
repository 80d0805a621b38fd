// The only list of the operator's commands.
import { planNames } from '../plans/plans.ts';
import type { Command } from './command.ts';

export const commands: readonly Command[] = [
  {
    name: 'list-organizations',
    parameters: [],
    about: 'List the organizations with their plans, oldest first.',
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
    name: 'verify-audit',
    parameters: ['[org_id]'],
    about: 'Check that nobody has changed the audit log: of one organization, or of all.',
    load: () => import('./commands/verify-audit.ts'),
  },
  {
    name: 'rotate-master-key',
    parameters: [],
    about: 'Make a new master key and seal every secret of both environments anew.',
    load: () => import('./commands/rotate-master-key.ts'),
  },
  {
    name: 'rotate-token-key',
    parameters: [],
    about: 'Make a new key for the tokens of records; tokens written before stay valid.',
    load: () => import('./commands/rotate-token-key.ts'),
  },
  {
    name: 'backup',
    parameters: ['<folder>'],
    about: 'Copy the embedded databases of both environments into a new folder, while the service runs.',
    load: () => import('./commands/backup.ts'),
  },
  {
    name: 'restore',
    parameters: ['<folder>'],
    about: 'Put a backup into an empty DATA_DIR, once it was found whole and opened with the master key.',
    load: () => import('./commands/restore.ts'),
  },
  {
    name: 'export-openapi',
    parameters: ['[file]'],
    about: 'Write the interface as OpenAPI 3.1 to a file, or to standard output.',
    load: () => import('./commands/export-openapi.ts'),
  },
];

export function helpText(): string {
  const usages = commands.map(usageOf);
  const width = Math.max(...usages.map((usage) => usage.length));
  return [
    'The operator of the Content Provenance Service. Works while the service runs, with the same settings.',
    '',
    'npm run operator -- <command> [--sandbox]',
    '',
    ...commands.map(({ about }, place) => `  ${usages[place]!.padEnd(width)}  ${about}`),
    `  ${'help'.padEnd(width)}  Show this.`,
    '',
    '--sandbox works on the sandbox instead of the live service.',
  ].join('\n');
}

export function usageOf({ name, parameters }: Command): string {
  return [name, ...parameters].join(' ');
}
