// The only list of commands, in the order of the help.
import type { Command } from './command.ts';
import { attestationCommand } from './commands/attestation.ts';
import { auditExportCommand } from './commands/audit-export.ts';
import { bundleCommand } from './commands/bundle.ts';
import { c2paEmbedCommand, c2paSidecarCommand } from './commands/c2pa-embed.ts';
import { c2paReadCommand } from './commands/c2pa-read.ts';
import { c2paResolveCommand } from './commands/c2pa-resolve.ts';
import {
  certificatesCompleteCommand,
  certificatesDefaultCommand,
  certificatesImportCommand,
  certificatesListCommand,
  certificatesRenewCommand,
  certificatesRequestCommand,
  certificatesRevokeCommand,
} from './commands/certificates.ts';
import { completionCommand } from './commands/completion.ts';
import {
  domainsAddCommand,
  domainsCheckCommand,
  domainsListCommand,
  domainsRemoveCommand,
} from './commands/domains.ts';
import { helpCommand } from './commands/help.ts';
import { inspectCommand } from './commands/inspect.ts';
import {
  jobsCancelCommand,
  jobsListCommand,
  jobsShowCommand,
  jobsSignCommand,
  jobsVerifyCommand,
} from './commands/jobs.ts';
import { keysGenerateCommand, keysListCommand, keysRegisterCommand, keysRotateCommand } from './commands/keys.ts';
import { loginCommand, logoutCommand } from './commands/login.ts';
import { mcpCommand } from './commands/mcp.ts';
import { monitorCommand } from './commands/monitor.ts';
import { proofCommand } from './commands/proof.ts';
import { receiptCheckCommand } from './commands/receipt.ts';
import { recordsCommand } from './commands/records.ts';
import { signCommand } from './commands/sign.ts';
import { statusCommand } from './commands/status.ts';
import { verifyCommand } from './commands/verify.ts';
import { webhooksAddCommand, webhooksListCommand } from './commands/webhooks.ts';
import { webhooksListenCommand } from './commands/webhooks-listen.ts';
import { witnessCommand } from './commands/witness.ts';

export const commands: readonly Command[] = [
  loginCommand,
  logoutCommand,
  signCommand,
  verifyCommand,
  jobsSignCommand,
  jobsVerifyCommand,
  jobsListCommand,
  jobsShowCommand,
  jobsCancelCommand,
  inspectCommand,
  bundleCommand,
  proofCommand,
  receiptCheckCommand,
  keysGenerateCommand,
  keysRegisterCommand,
  keysRotateCommand,
  keysListCommand,
  domainsAddCommand,
  domainsListCommand,
  domainsCheckCommand,
  domainsRemoveCommand,
  c2paReadCommand,
  c2paEmbedCommand,
  c2paSidecarCommand,
  c2paResolveCommand,
  certificatesListCommand,
  certificatesRequestCommand,
  certificatesCompleteCommand,
  certificatesImportCommand,
  certificatesRenewCommand,
  certificatesRevokeCommand,
  certificatesDefaultCommand,
  recordsCommand,
  statusCommand,
  webhooksAddCommand,
  webhooksListCommand,
  webhooksListenCommand,
  auditExportCommand,
  attestationCommand,
  monitorCommand,
  witnessCommand,
  mcpCommand,
  completionCommand(() => commands),
  helpCommand(() => commands),
];

/** By its two words, otherwise by its one. */
export function findCommand(given: readonly string[]): { command: Command; rest: readonly string[] } | undefined {
  for (const count of [2, 1]) {
    const command = commands.find(({ name }) => name === given.slice(0, count).join(' '));
    if (command) return { command, rest: given.slice(count) };
  }
  return undefined;
}
