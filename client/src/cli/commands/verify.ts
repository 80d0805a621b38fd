// `provenance verify`: files, folders or standard input, against the service; or offline, one file against its proof bundle.
import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { VerificationResult } from '../../index.ts';
import { type Command, CommandError, type Context, numberOf, textOf, UsageError, type Values } from '../command.ts';
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
  details: `Exit codes: 0 every file is authentic; 1 one is not what was signed or its signature is not valid; 3 nothing was found for one;
4 one could not be verified. Nothing found says nothing about the origin of a file.
With --bundle nothing is asked of the network: signature and hash are proven by the bundle, which \`provenance bundle\` gets.
--json prints one object a line.`,
  options: {
    token: { type: 'string', value: 'svc_…', about: 'The token, where it did not come with the content' },
    offline: { type: 'boolean', about: 'Without the network; needs --bundle' },
    bundle: { type: 'string', value: 'file', about: 'The proof bundle of the one file given' },
    roots: { type: 'string', value: 'file', about: 'Trust these root certificates (PEM) and no others; with --bundle' },
    localize: { type: 'boolean', about: 'Say where a file no longer carries the watermark of its record' },
    parallel: { type: 'string', short: 'p', value: 'number', about: 'Files at a time (4)' },
    json: { type: 'boolean', about: 'For programs' },
  },
  async run(context, words, values) {
    if (words.length === 0) throw new UsageError('Name what to verify.');
    if (values.localize && values.bundle !== undefined) {
      throw new UsageError('--localize asks the service: leave out --bundle.');
    }
    if (values.bundle !== undefined) return verifyOffline(context, words, values, readContent);
    if (values.offline) throw new UsageError('Without the network a proof bundle is needed: --bundle <file>.');
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
  // A folder that turns out empty must not pass for one whose files are all authentic.
  if (files.length === 0) throw new CommandError('There is no file to verify.');
  const codes: ExitCode[] = [];
  await workThrough(files, parallel, async (file) => {
    terminal.showProgress(codes.length / files.length, `${codes.length} of ${files.length} verified`);
    try {
      const content =
        file === standardInput ? new Blob([new Uint8Array(await readContent(file))]) : await openAsBlob(file);
      const localize = values.localize === true;
      const result = await client.verify.content({ content, fileName: 'content', localize, ...(token && { token }) });
      codes.push(codeOf(result));
      if (values.json) terminal.sayJson({ file, ...result });
      else for (const line of describeResult(context, file, result)) terminal.say(line);
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
