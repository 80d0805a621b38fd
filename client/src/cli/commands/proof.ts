// `provenance proof`: gets the proof that a record is in the transparency log, or checks it. The
// check needs no connection if the proof comes from a file.
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, ServiceError } from '../../index.ts';
import type { RecordProof, RecordProofReason } from '../../signing.ts';
import { writeFileAtomically } from '../atomic-file.ts';
import { type Command, type Context, textOf } from '../command.ts';
import { CommandError, UsageError } from '../command-errors.ts';
import { describeLog } from '../describe-log.ts';
import { exitCodes } from '../exit-codes.ts';
import { findRecordId } from '../find-record.ts';
import { asPrintable } from '../terminal.ts';
import { findTrustedLog, type TrustedKeys } from '../trusted-log.ts';

/** An entry is in the tree about a second after its record was stored. */
const attempts = 10;

export const proofCommand: Command = {
  name: 'proof',
  summary: 'Get the proof that a record is in the transparency log, or check it',
  parameters: '<record ID, token or signed file>, or with --proof: no words',
  mostWords: 1,
  details: `The command trusts the keys of the log in --policy, or the keys that \`provenance login\` saved. If you have neither,
--check gets the keys from the service over HTTPS and says so. The command ignores keys in the proof, because anyone
can put keys there.
Exit codes with --check or --proof:
  0  the record is in a log that you trust
  1  the proof is not valid, or not of a log that you trust
  3  the proof is consistent, but you have no key of the log. It proves nothing`,
  options: {
    out: { type: 'string', short: 'o', value: 'file', about: 'Output file (default: standard output)' },
    check: { type: 'boolean', about: 'Check the proof instead of printing it' },
    proof: { type: 'string', value: 'file', about: 'Check this stored proof, offline' },
    policy: { type: 'string', value: 'file', about: 'The log and witnesses that you trust (C2SP tlog-policy)' },
    json: { type: 'boolean', about: 'Print the result of the check as JSON' },
  },
  async run(context, [word], values) {
    const stored = textOf(values, 'proof');
    if ((word === undefined) === (stored === undefined)) {
      throw new UsageError('Enter a record ID, a token or a signed file, or a stored proof: --proof <file>.');
    }
    const { readTextFile } = await import('../transparency/log-keys.ts');
    const isCheck = values.check === true || stored !== undefined;
    const trusted = isCheck ? await findTrustedLog(context, textOf(values, 'policy'), stored === undefined) : undefined;
    const proof = stored === undefined ? await getProof(context, word!) : readProof(readTextFile(stored), stored);
    if (trusted) return check(context, proof, trusted, values.json === true);
    const text = `${JSON.stringify(proof, null, 2)}\n`;
    const out = textOf(values, 'out');
    if (out === undefined) process.stdout.write(text);
    else {
      await writeFileAtomically(out, text);
      context.terminal.say(`Written to ${out}.`);
    }
    return exitCodes.done;
  },
};

const faults: Readonly<Record<RecordProofReason, string>> = {
  log_proof_invalid: 'The proof does not show that the record is in the log.',
  log_key_unknown: 'The proof is not of a log that you trust, with the witnesses that your policy requires.',
  log_key_not_given:
    'The proof is consistent, but you have no key of the log, so anyone can have made it. Use --policy, or log in.',
};

async function check({ terminal, configuration }: Context, proof: RecordProof, trusted: TrustedKeys, json: boolean) {
  const { verifyRecordProof } = await import('../../signing.ts');
  const { from, ...keys } = trusted;
  const findings = await verifyRecordProof({ proof, ...keys });
  const { valid, reason, log } = findings;
  const isUnproven = reason === 'log_key_not_given';
  if (json) terminal.sayJson({ record_id: proof?.record_id ?? null, ...findings, keys_from: from });
  else if (valid) {
    const { content_hash, signed_at } = proof.opening;
    const shown = `under a key that ${configuration.url} shows now, so you trust this service`;
    const words = describeLog(log, from === 'service' ? shown : undefined);
    terminal.say(asPrintable(`${terminal.paint('green', '✔ in the log')}  ${proof.record_id}`));
    terminal.say(asPrintable(`  log        ${proof.log.origin} · ${words}`));
    terminal.say(
      asPrintable(`  logged     content ${content_hash}, signed at ${signed_at} by the clock of the service`),
    );
  } else {
    const headline = isUnproven ? terminal.paint('yellow', '? unproven') : terminal.paint('red', '✘ not proven');
    terminal.say(`${headline}  ${faults[reason!]} (${reason})`);
  }
  if (valid) return exitCodes.done;
  return isUnproven ? exitCodes.unproven : exitCodes.refuted;
}

async function getProof(context: Context, word: string): Promise<RecordProof> {
  const recordId = await findRecordId(context, word);
  const { records }: Client = context.client();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await records.proof(recordId);
    } catch (problem) {
      const isSoon = problem instanceof ServiceError && problem.code === 'proof_not_ready';
      if (!isSoon || attempt === attempts) throw problem;
      await pause(500);
    }
  }
}

function readProof(text: string, file: string): RecordProof {
  try {
    return JSON.parse(text) as RecordProof;
  } catch {
    throw new CommandError(`${file} is not a proof. Get one with \`provenance proof\`.`);
  }
}
