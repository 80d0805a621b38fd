// `provenance proof`: gets the proof that a record is in the transparency log, or checks it. The
// check needs no connection if the proof comes from a file.
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, ServiceError } from '../../index.ts';
import type { RecordProof } from '../../signing.ts';
import { writeFileAtomically } from '../atomic-file.ts';
import { type Command, type Context, textOf } from '../command.ts';
import { CommandError, UsageError } from '../command-errors.ts';
import { describeLog } from '../describe-log.ts';
import { exitCodes } from '../exit-codes.ts';
import { findRecordId } from '../find-record.ts';
import { asPrintable } from '../terminal.ts';

/** An entry is in the tree about a second after its record was stored. */
const attempts = 10;

export const proofCommand: Command = {
  name: 'proof',
  summary: 'Get the proof that a record is in the transparency log, or check it',
  parameters: '<record ID, token or signed file>, or with --proof: no words',
  mostWords: 1,
  details: `With --check, the exit code is 0 if the proof is valid and 1 if it is not.
Without --policy, the check uses the key that the proof names. Compare that key with one that you trust.`,
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
    const policy = textOf(values, 'policy');
    const { readPolicyText, readTextFile } = await import('../transparency/log-keys.ts');
    const logPolicy = policy === undefined ? undefined : readPolicyText(policy);
    const proof = stored === undefined ? await getProof(context, word!) : readProof(readTextFile(stored), stored);
    if (values.check || stored !== undefined) return check(context, proof, logPolicy, values.json === true);
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

async function check({ terminal }: Context, proof: RecordProof, logPolicy: string | undefined, json: boolean) {
  const { verifyRecordProof } = await import('../../signing.ts');
  const findings = await verifyRecordProof({ proof, logPolicy });
  const { valid, reason, log } = findings;
  if (json) terminal.sayJson({ record_id: proof?.record_id ?? null, ...findings });
  else if (valid) {
    const { content_hash, signed_at } = proof.opening;
    terminal.say(asPrintable(`${terminal.paint('green', '✔ in the log')}  ${proof.record_id}`));
    terminal.say(asPrintable(`  log        ${proof.log.origin} · ${describeLog(log)}`));
    terminal.say(
      asPrintable(`  logged     content ${content_hash}, signed at ${signed_at} by the clock of the service`),
    );
  } else {
    const sentence =
      reason === 'log_key_unknown'
        ? 'The proof does not meet your policy.'
        : 'The proof does not show that the record is in the log.';
    terminal.say(`${terminal.paint('red', '✘ not proven')}  ${sentence} (${reason})`);
  }
  return valid ? exitCodes.done : exitCodes.refuted;
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
