// `provenance certificates …`: the certificates with which the organization signs manifests that
// other programs can check.
import { readFile } from 'node:fs/promises';
import type { Answer } from '../../index.ts';
import { writeFileAtomically } from '../atomic-file.ts';
import { type Command, type Context, oneOf, textOf, type Values } from '../command.ts';
import { UsageError } from '../command-errors.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { asPrintable } from '../terminal.ts';

type Certificate = Answer<'GET /v1/c2pa/certificates'>['certificates'][number];

const json = { type: 'boolean', about: 'For programs' } as const;
const out = { type: 'string', short: 'o', value: 'file', about: 'Where to write the signing request' } as const;

export const certificatesListCommand: Command = {
  name: 'certificates list',
  summary: 'The certificates of the organization, newest first',
  mostWords: 0,
  options: { json },
  async run({ terminal, ...context }, _words, values) {
    const { certificates, default_signature } = await context.keyedClient().certificates.list();
    for (const each of certificates) {
      if (values.json) terminal.sayJson(each);
      else terminal.say(inOneLine(each));
    }
    terminal.note(`Manifests are signed with ${default_signature} unless you choose otherwise.`);
    return exitCodes.done;
  },
};

export const certificatesRequestCommand: Command = {
  name: 'certificates request',
  summary: 'Make a key and a signing request for your authority',
  mostWords: 0,
  details: 'Take the request to a certificate authority, then run `provenance certificates complete`.',
  options: {
    country: { type: 'string', value: 'code', about: 'Two capital letters, such as DE' },
    organization: { type: 'string', value: 'name', about: 'As the authority knows it' },
    'common-name': { type: 'string', value: 'name', about: 'The name that viewers show' },
    out,
    json,
  },
  async run(context, _words, values) {
    const certificate = await context.keyedClient().certificates.request({
      country: needed(values, 'country'),
      organization: needed(values, 'organization'),
      common_name: needed(values, 'common-name'),
    });
    return handOver(context, certificate, values);
  },
};

export const certificatesCompleteCommand: Command = {
  name: 'certificates complete',
  summary: 'Bring back the chain of a requested certificate',
  parameters: '<certificate id> <chain.pem>',
  mostWords: 2,
  options: { json },
  async run(context, [id, path], values) {
    if (id === undefined || path === undefined) throw new UsageError('Name the certificate and the file of its chain.');
    const chain = await readFile(path, 'utf8');
    return report(context, await context.keyedClient().certificates.complete(id, chain), values);
  },
};

export const certificatesImportCommand: Command = {
  name: 'certificates import',
  summary: 'Import a key and its chain',
  parameters: '<key.pem> <chain.pem>',
  mostWords: 2,
  options: { json },
  async run(context, [keyPath, chainPath], values) {
    if (keyPath === undefined || chainPath === undefined)
      throw new UsageError('Name the files of the key and the chain.');
    const [private_key, chain] = await Promise.all([readFile(keyPath, 'utf8'), readFile(chainPath, 'utf8')]);
    return report(context, await context.keyedClient().certificates.import({ private_key, chain }), values);
  },
};

export const certificatesRenewCommand: Command = {
  name: 'certificates renew',
  summary: 'Renew a certificate: a new key, and a signing request for the same name',
  parameters: '<certificate id>',
  mostWords: 1,
  options: { out, json },
  async run(context, [id], values) {
    const certificate = await context.keyedClient().certificates.renew(neededId(id));
    return certificate.signing_request ? handOver(context, certificate, values) : report(context, certificate, values);
  },
};

export const certificatesRevokeCommand: Command = {
  name: 'certificates revoke',
  summary: 'Revoke a certificate; it signs nothing more',
  parameters: '<certificate id>',
  mostWords: 1,
  options: { json },
  async run(context, [id], values) {
    return report(context, await context.keyedClient().certificates.revoke(neededId(id)), values);
  },
};

export const certificatesDefaultCommand: Command = {
  name: 'certificates default',
  summary: 'Set how manifests are signed unless a request says otherwise',
  parameters: '<ml-dsa-65 or classical>',
  mostWords: 1,
  options: {},
  async run(context, [kind], _values) {
    const signature = oneOf({ signature: kind ?? '' }, 'signature', ['ml-dsa-65', 'classical']);
    await context.keyedClient().certificates.setDefaultSignature(signature);
    context.terminal.say(`Manifests are signed with ${signature} from now on.`);
    return exitCodes.done;
  },
};

function needed(values: Values, name: string): string {
  const text = textOf(values, name);
  if (text === undefined) throw new UsageError(`--${name} is missing.`);
  return text;
}

function neededId(id: string | undefined): string {
  if (id === undefined) throw new UsageError('Name the certificate; `provenance certificates list` shows their ids.');
  return id;
}

function report({ terminal }: Context, certificate: Certificate, values: Values): ExitCode {
  if (values.json) terminal.sayJson(certificate);
  else terminal.say(inOneLine(certificate));
  return exitCodes.done;
}

/** The signing request, to send to the authority. */
async function handOver(context: Context, certificate: Certificate, values: Values): Promise<ExitCode> {
  const path = textOf(values, 'out');
  if (path !== undefined) await writeFileAtomically(path, certificate.signing_request!);
  if (values.json) return report(context, certificate, values);
  context.terminal.say(path === undefined ? certificate.signing_request! : `The signing request is in ${path}.`);
  context.terminal.note(
    `When you have the chain: provenance certificates complete ${certificate.certificate_id} chain.pem`,
  );
  return exitCodes.done;
}

function inOneLine({ certificate_id, state, subject, not_after }: Certificate): string {
  const until = not_after === null ? '' : `  until ${not_after.slice(0, 10)}`;
  return asPrintable(`${certificate_id}  ${state}${until}  ${subject}`);
}
