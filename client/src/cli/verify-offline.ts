// Offline verification: the content with its proof bundle, without any connection
// (docs/decisions/0014).
import { readFileSync } from 'node:fs';
import { nameSigner, signerInWords, timeInWords, verdictTable } from '@content-provenance/engine/verdicts';
import type { BundleFindings } from '../signing.ts';
import { type Context, textOf, type Values } from './command.ts';
import { CommandError, UsageError } from './command-errors.ts';
import { describeLog } from './describe-log.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { asPrintable } from './terminal.ts';
import { findTrustedLog } from './trusted-log.ts';

const sentences: Readonly<Record<NonNullable<BundleFindings['reason']>, string>> = {
  bundle_altered: 'The bundle was changed after the service created it, so it proves nothing.',
  root_unknown: 'The root certificate of the bundle is not one that you trust.',
  signature_invalid: 'The signature of the generator is not valid.',
  generator_revoked: 'The generator was revoked. Do not trust its signatures.',
  content_tampered: 'The content is not what was signed.',
  log_proof_invalid: 'The bundle does not prove that the record is in the transparency log.',
  log_key_unknown: 'The bundle has no entry in a log that you trust, with the witnesses that your policy requires.',
};

export async function verifyOffline(
  context: Context,
  words: readonly string[],
  values: Values,
  readContent: (file: string) => Promise<Uint8Array>,
): Promise<ExitCode> {
  const { terminal, configuration } = context;
  const [file, ...others] = words;
  if (file === undefined || others.length > 0)
    throw new UsageError('A bundle is for one file. Enter exactly that file.');
  const { verifyBundle } = await import('../signing.ts');
  const { readCanonical } = await import('../node.ts');
  const rootsFile = textOf(values, 'roots');
  const { logPolicy, logKeys } = await findTrustedLog(context, textOf(values, 'policy'), false);
  const findings = await verifyBundle({
    bundle: readText(textOf(values, 'bundle')!),
    ...(await readCanonical(await readContent(file))),
    roots: rootsFile === undefined ? configuration.roots : readText(rootsFile),
    logPolicy,
    logKeys,
  });
  const { authentic, reason, statement, root_known, root } = findings;
  if (values.json) {
    terminal.sayJson({ file, ...findings, offline: true });
  } else if (authentic && statement) {
    const { record, issued_at, public_key } = statement;
    const who = signerInWords(nameSigner({ ...record, org: record.org_name }));
    const [signed, issued] = [record.signed_at, issued_at].map((time) => timeInWords(time, 'UTC'));
    terminal.say(`${terminal.paint('green', `✔ ${verdictTable.authentic.headline}`)}  ${file}  proven offline`);
    terminal.say(asPrintable(`  signed by  ${who} · ${record.model} · ${signed}`));
    terminal.say(`  key        ${record.kid}, ${public_key.status} when the bundle was made, ${issued}`);
    terminal.say(asPrintable(`  log        ${describeLog(findings.log)}`));
    if (root_known === null) {
      terminal.note(`The root certificate of the bundle is unknown. Compare it with one that you trust: ${root}`);
    }
  } else {
    terminal.say(`${terminal.paint('red', '✘ not proven')}  ${file}  ${sentences[reason!]} (${reason})`);
  }
  return authentic ? exitCodes.done : exitCodes.refuted;
}

/** Bytes that are not UTF-8 are not read as something else. */
function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (problem) {
    // Such a bundle was altered. verifyBundle says so.
    if (problem instanceof TypeError) return '';
    throw new CommandError(`Cannot read ${file}: ${(problem as Error).message}`);
  }
}
