// `provenance receipt check`: checks a detection receipt without the service, and whether it is for
// a file.
import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { nameSigner, signerInWords, timeInWords, verdictTable } from '@content-provenance/engine/verdicts';
import type { Answer } from '../../index.ts';
import type { ReceiptFindings, ReceiptReason, ReceiptStatement } from '../../signing.ts';
import { type Command, type Context, textOf, type Values } from '../command.ts';
import { CommandError, UsageError } from '../command-errors.ts';
import { exitCodes } from '../exit-codes.ts';
import { asPrintable } from '../terminal.ts';
import { isProtected } from '../trusted-log.ts';

type Keys = Answer<'GET /v1/receipts/keys'>;

const sentences: Readonly<Record<ReceiptReason, string>> = {
  receipt_malformed: 'This is not a receipt, or it was changed.',
  receipt_key_unknown: 'The receipt is signed with a key that is not one of the given ones.',
  receipt_signature_invalid: 'The signature is not valid: the receipt is forged, changed, or from another service.',
  receipt_for_other_content: 'The receipt is valid, but for other content than this file.',
  receipt_from_other_service: 'The receipt is from another service.',
};

export const receiptCheckCommand: Command = {
  name: 'receipt check',
  summary: 'Check a detection receipt offline, and whether it is for a file',
  parameters: '<receipt> [file]',
  mostWords: 2,
  details: `Get a receipt with \`provenance verify --receipt\`. The keys are those that \`provenance login\` saved, or --keys.
Without either, the command gets them from the service and says so.
Exit codes:
  0  the service signed the receipt and, if you name a file, it is for exactly these bytes
  1  it did not, or the receipt is for other content`,
  options: {
    keys: { type: 'string', value: 'file', about: 'A saved copy of /v1/receipts/keys' },
    json: { type: 'boolean', about: 'Print JSON' },
  },
  async run(context, [receipt, file], values) {
    if (receipt === undefined) throw new UsageError('Enter the file of the receipt.');
    const { hashContent, verifyReceipt } = await import('../../signing.ts');
    const contentHash =
      file === undefined ? undefined : await hashContent(await readable(file, () => openAsBlob(file)));
    // A program that saves text often adds a line break.
    const text = (await readable(receipt, () => readFile(receipt, 'utf8'))).replace(/\r?\n$/, '');
    const { keys, source } = await findKeys(context, values);
    const findings = await verifyReceipt({ receipt: text, keys, contentHash });
    if (values.json) context.terminal.sayJson({ receipt, ...(file && { file }), ...findings, keys_from: source });
    else for (const line of describe(context, receipt, file, findings)) context.terminal.say(line);
    return findings.valid ? exitCodes.done : exitCodes.refuted;
  },
};

async function findKeys(
  context: Context,
  values: Values,
): Promise<{ keys: Keys; source: 'file' | 'login' | 'service' }> {
  const file = textOf(values, 'keys');
  if (file !== undefined)
    return { keys: readKeys(file, await readable(file, () => readFile(file, 'utf8'))), source: 'file' };
  const { receiptKeys, url } = context.configuration;
  if (receiptKeys) return { keys: receiptKeys, source: 'login' };
  if (!isProtected(url)) {
    throw new CommandError(
      `Anyone between you and ${url} can send other keys. Use https://, or --keys with a copy of /v1/receipts/keys from a source that you trust.`,
    );
  }
  const keys = await context.client().receipts.keys();
  context.terminal.note(`The keys come from ${url} now. Save ${url}/v1/receipts/keys and use --keys to check offline.`);
  return { keys, source: 'service' };
}

function readKeys(file: string, text: string): Keys {
  try {
    const keys = JSON.parse(text) as Keys;
    if (keys.keys.every(({ kid, key }) => typeof kid === 'string' && typeof key === 'string')) return keys;
  } catch {}
  throw new CommandError(`${file} is not a saved copy of /v1/receipts/keys.`);
}

async function readable<Content>(file: string, read: () => Promise<Content>): Promise<Content> {
  try {
    return await read();
  } catch (problem) {
    throw new CommandError(`Cannot read ${file}: ${(problem as Error).message}`);
  }
}

function describe(
  { terminal }: Context,
  receipt: string,
  file: string | undefined,
  { valid, reason, statement }: ReceiptFindings,
): string[] {
  if (!valid || !statement) {
    return [
      `${terminal.paint('red', '✘ not valid')}  ${receipt}  ${sentences[reason!]} (${reason})`,
      ...(statement ? [`  is for     ${statement.examined.content_hash}, ${statement.examined.bytes} bytes`] : []),
    ];
  }
  const { examined, detector, service, checked_at, verdict } = statement;
  const headline = verdict in verdictTable ? verdictTable[verdict as keyof typeof verdictTable].headline : verdict;
  return [
    `${terminal.paint('green', '✔ valid receipt')}  ${receipt}`,
    `  found      ${headline} (${verdict})`,
    `  in         ${file ?? examined.content_hash}, ${examined.bytes} bytes`,
    ...recordOf(statement),
    `  checked    ${timeInWords(checked_at, 'UTC')} by ${detector.name} ${detector.version} at ${service.url}`,
    ...(service.environment === 'live' ? [] : ['  A receipt of the sandbox proves nothing.']),
    ...(file === undefined ? ['  Name the file too, to check that the receipt is for it.'] : []),
  ].map(asPrintable);
}

function recordOf({ provenance }: ReceiptStatement): string[] {
  if (!provenance) return [];
  const who = signerInWords(nameSigner(provenance));
  return [
    `  record     ${provenance.record_id}: ${who} · ${provenance.model} · ${timeInWords(provenance.signed_at, 'UTC')}`,
  ];
}
