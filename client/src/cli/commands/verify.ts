// `provenance verify`: files, folders or standard input, with the service, or offline, one file
// with its proof bundle.
import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { VerificationResult } from '../../index.ts';
import { writeFileAtomically } from '../atomic-file.ts';
import { type Command, type Context, numberOf, textOf, type Values } from '../command.ts';
import { CommandError, UsageError } from '../command-errors.ts';
import { describeProblem, problemCode } from '../describe-problem.ts';
import { describeResult } from '../describe-result.ts';
import { type ExitCode, exitCodes, worstOf } from '../exit-codes.ts';
import { listFiles } from '../list-files.ts';
import { verifyOffline } from '../verify-offline.ts';
import { workThrough } from '../work-through.ts';

const standardInput = '-';

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'Verify files, folders or standard input (-)',
  parameters: '<files or folders or ->',
  details: `Exit codes:
  0  all files are authentic
  1  a file is not what was signed, or its signature is not valid
  3  nothing was found for a file, which says nothing about its origin
  4  a file could not be verified
With --receipt, the service signs what it found. \`provenance receipt check\` checks it offline.
With --bundle, the command checks the signature and the hash offline. Get a bundle with \`provenance bundle\`.
Its log entry counts under a key of --policy, or of \`provenance login\`. Otherwise only the bundle names the key.
--json prints one object per line.`,
  options: {
    token: { type: 'string', value: 'svc_…', about: 'The token, if it is not in the file' },
    offline: { type: 'boolean', about: 'Verify offline (needs --bundle)' },
    bundle: { type: 'string', value: 'file', about: 'The proof bundle of the file' },
    roots: { type: 'string', value: 'file', about: 'Trust only these root certificates (PEM). Needs --bundle' },
    policy: {
      type: 'string',
      value: 'file',
      about: 'The log and witnesses that you trust (C2SP tlog-policy). Needs --bundle',
    },
    receipt: { type: 'string', value: 'file', about: 'Write a signed receipt of the result. For one file' },
    localize: { type: 'boolean', about: 'Show where a file no longer carries the watermark of its record' },
    parallel: { type: 'string', short: 'p', value: 'number', about: 'Files at the same time (default: 4)' },
    json: { type: 'boolean', about: 'Print JSON' },
  },
  async run(context, words, values) {
    if (words.length === 0) throw new UsageError('Enter the files or folders to verify.');
    if (values.localize && values.bundle !== undefined) {
      throw new UsageError('Only the service can do --localize. Use it without --bundle.');
    }
    if (values.policy !== undefined && values.bundle === undefined) {
      throw new UsageError('Only the offline check uses --policy. Add --bundle <file>.');
    }
    if (values.receipt !== undefined) {
      if (values.bundle !== undefined)
        throw new UsageError('Only the service can write a --receipt. Use it without --bundle.');
      if (words.length > 1) throw new UsageError('A receipt is for one file. Enter exactly that file.');
    }
    if (values.bundle !== undefined) return verifyOffline(context, words, values, readContent);
    if (values.offline) throw new UsageError('Offline verification needs a proof bundle: --bundle <file>.');
    return verifyOnline(context, words, values);
  },
};

async function verifyOnline(context: Context, words: readonly string[], values: Values): Promise<ExitCode> {
  const { terminal } = context;
  const client = context.client();
  const parallel = numberOf(values, 'parallel', 4, 1, 64);
  const token = textOf(values, 'token');
  const named = words.filter((word) => word !== standardInput);
  const files = [
    ...(named.length < words.length ? [standardInput] : []),
    ...(await listFiles(named)).map(({ path }) => path),
  ];
  // An empty folder must not pass for one whose files are all authentic.
  if (files.length === 0) throw new CommandError('There are no files to verify.');
  const out = textOf(values, 'receipt');
  if (out !== undefined && files.length > 1)
    throw new UsageError('A receipt is for one file. Enter exactly that file.');
  const codes: ExitCode[] = [];
  await workThrough(files, parallel, async (file) => {
    terminal.showProgress(codes.length / files.length, `${codes.length} of ${files.length} verified`);
    try {
      const content =
        file === standardInput ? new Blob([new Uint8Array(await readContent(file))]) : await openAsBlob(file);
      const localize = values.localize === true;
      const asked = { content, fileName: 'content', localize, receipt: out !== undefined, ...(token && { token }) };
      const result = await client.verify.content(asked);
      // Byte for byte: do not add anything, not even a line break.
      if (out !== undefined) await writeFileAtomically(out, result.receipt!);
      codes.push(codeOf(result));
      if (values.json) terminal.sayJson({ file, ...result });
      else for (const line of describeResult(context, file, result)) terminal.say(line);
      if (out !== undefined) terminal.note(`The receipt is in ${out}.`);
    } catch (problem) {
      codes.push(exitCodes.failed);
      if (values.json) terminal.sayJson({ file, error: problemCode(problem), message: describeProblem(problem) });
      else terminal.note(`${terminal.paint('red', '! failed')}       ${file}  ${describeProblem(problem)}`);
    }
  });
  return worstOf(codes);
}

/** `-`: standard input. */
export async function readContent(file: string): Promise<Uint8Array> {
  return file === standardInput ? buffer(process.stdin) : readFile(file);
}

function codeOf({ authentic, tampered, reason }: VerificationResult): ExitCode {
  if (authentic) return exitCodes.done;
  const refuted = tampered || reason === 'signature_invalid' || reason === 'invalid_token';
  return refuted ? exitCodes.refuted : exitCodes.unproven;
}
