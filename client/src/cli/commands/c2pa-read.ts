// `provenance c2pa read`: what the C2PA manifest of a file says, and whether it is valid and
// trusted, as the service reads it.
import { openAsBlob } from 'node:fs';
import type { VerificationResult } from '../../index.ts';
import type { Command } from '../command.ts';
import { UsageError } from '../command-errors.ts';
import { describeManifest } from '../describe-manifest.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';

export const c2paReadCommand: Command = {
  name: 'c2pa read',
  summary: 'Show what the C2PA manifest of a file says',
  parameters: '<file>',
  mostWords: 1,
  details: `Exit codes:
  0  the manifest is valid or trusted
  1  the manifest is invalid
  3  the file has no manifest, or one that the service cannot read
Only the operator of the service decides which signers are trusted. --json prints the \`c2pa\` object of the result.`,
  options: { json: { type: 'boolean', about: 'Print JSON' } },
  async run(context, [path], values) {
    if (path === undefined) throw new UsageError('Name the file.');
    const content = await openAsBlob(path);
    const { c2pa } = await context.client().verify.content({ content, fileName: 'content' });
    if (values.json) context.terminal.sayJson(c2pa ?? null);
    else for (const line of describeManifest(c2pa)) context.terminal.say(line);
    return codeOf(c2pa);
  },
};

function codeOf(c2pa: VerificationResult['c2pa']): ExitCode {
  if (!c2pa || c2pa.recovered || c2pa.state === 'unreadable') return exitCodes.unproven;
  return c2pa.state === 'invalid' ? exitCodes.refuted : exitCodes.done;
}
