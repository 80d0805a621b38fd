// `provenance domains …`: domains that the organization proves to control, which people then see
// next to its name.
import type { Answer, Client } from '../../index.ts';
import type { Command } from '../command.ts';
import { CommandError, UsageError } from '../command-errors.ts';
import { exitCodes } from '../exit-codes.ts';
import { asPrintable, type Terminal } from '../terminal.ts';

type Domain = Answer<'GET /v1/account/domains'>['domains'][number];

const json = { json: { type: 'boolean', about: 'Print JSON' } } as const;

export const domainsAddCommand: Command = {
  name: 'domains add',
  summary: 'Add a domain and show what to publish to prove it',
  parameters: '<domain>',
  mostWords: 1,
  options: json,
  async run(context, [given], values) {
    const domain = await context.keyedClient().domains.add(needed(given));
    if (values.json) context.terminal.sayJson(domain);
    else sayWhatToPublish(context.terminal, domain);
    return exitCodes.done;
  },
};

export const domainsListCommand: Command = {
  name: 'domains list',
  summary: 'List the domains and what people see',
  mostWords: 0,
  options: json,
  async run({ terminal, ...context }, _words, values) {
    const { domains, signer } = await context.keyedClient().domains.list();
    for (const domain of domains) {
      if (values.json) terminal.sayJson(domain);
      else terminal.say(asPrintable(`${domain.domain}  ${domain.state}  ${domain.problem ?? ''}`).trimEnd());
    }
    const shown = signer.domain === null ? 'name chosen by you, not verified' : `${signer.domain}, verified`;
    terminal.note(asPrintable(`People see: ${signer.name} (${shown})`));
    if (signer.resembles !== null) terminal.note(`We warn people that this is not ${signer.resembles}.`);
    return exitCodes.done;
  },
};

export const domainsCheckCommand: Command = {
  name: 'domains check',
  summary: 'Check the proof of a domain now',
  parameters: '<domain>',
  mostWords: 1,
  details: 'Exit code 3: the proof was not found.',
  options: json,
  async run({ terminal, ...context }, [given], values) {
    const client = context.keyedClient();
    const { domain_id } = await find(client, needed(given));
    const domain = await client.domains.check(domain_id);
    const isProven = domain.state === 'verified' && domain.problem === null;
    if (values.json) terminal.sayJson(domain);
    else if (isProven) terminal.say(`${domain.domain} is verified.`);
    else {
      terminal.say(asPrintable(`${domain.domain} is ${domain.state}. ${domain.problem}`));
      if (domain.state !== 'verified') sayWhatToPublish(terminal, domain);
    }
    return isProven ? exitCodes.done : exitCodes.unproven;
  },
};

export const domainsRemoveCommand: Command = {
  name: 'domains remove',
  summary: 'Remove a domain, so that people no longer see it',
  parameters: '<domain>',
  mostWords: 1,
  options: {},
  async run({ terminal, ...context }, [given]) {
    const client = context.keyedClient();
    const { domain_id, domain } = await find(client, needed(given));
    await client.domains.remove(domain_id);
    terminal.say(`Removed ${domain}.`);
    return exitCodes.done;
  },
};

function needed(domain: string | undefined): string {
  if (domain === undefined) throw new UsageError('Enter a domain, such as lumen.example.');
  return domain;
}

/** By its id, or by its name as the service writes it. */
async function find(client: Client, given: string): Promise<Domain> {
  const { domains } = await client.domains.list();
  const name = URL.parse(`https://${given}`)?.hostname.replace(/\.$/, '') ?? given;
  const found = domains.find(({ domain_id, domain }) => domain_id === given || domain === name);
  if (!found) throw new CommandError(`Your organization does not have the domain ${given}. Add it first.`);
  return found;
}

function sayWhatToPublish(terminal: Terminal, { domain, dns, file }: Domain): void {
  terminal.say(`Publish this TXT record:\n  name   ${dns.name}\n  value  ${dns.value}`);
  terminal.say(`Or this file:\n  URL      ${file.url}\n  content  ${file.content}`);
  terminal.say(`Then run \`provenance domains check ${domain}\`.`);
}
