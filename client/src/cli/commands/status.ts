// `provenance status`: what a token refers to. Without one, the health of the service and your
// usage.
import { describeVerdict, timeInWords } from '@content-provenance/engine/verdicts';
import type { TokenStatus } from '../../index.ts';
import type { Command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { findUsage } from '../find-usage.ts';
import { asPrintable } from '../terminal.ts';

export const statusCommand: Command = {
  name: 'status',
  summary: 'Look up a token, or show the service status and your usage',
  parameters: '[token]',
  mostWords: 1,
  options: { json: { type: 'boolean', about: 'Print JSON' } },
  async run(context, [token], values) {
    const { terminal, configuration } = context;
    const client = context.client();
    if (token !== undefined) {
      const status = await client.verify.status(token);
      if (values.json) terminal.sayJson(status);
      else for (const line of describeStatus(status)) terminal.say(asPrintable(line));
      return status.generator_status === 'revoked' ? exitCodes.refuted : exitCodes.done;
    }
    const [health, version] = await Promise.all([client.system.health(), client.system.version()]);
    const usage = configuration.key === undefined ? undefined : await findUsage(client);
    if (values.json) terminal.sayJson({ url: configuration.url, health, version, usage: usage ?? null });
    else {
      terminal.say(`${configuration.url}: ${health.status}, ${version.environment} ${version.version}`);
      terminal.say(
        usage
          ? `plan ${usage.plan}: ${usage.signatures_used} of ${usage.signatures_included ?? 'unlimited'} signatures used until ${usage.period_end}`
          : configuration.key === undefined
            ? 'not logged in'
            : 'logged in with a key that cannot read usage',
      );
    }
    return exitCodes.done;
  },
};

function describeStatus(status: TokenStatus): string[] {
  const { record_id, model, signed_at, generator_status, org_name } = status;
  const verdict = generator_status === 'revoked' ? 'revoked' : 'signed_record';
  const { headline, sentence } = describeVerdict({ verdict, provenance: { ...status, org: org_name } }, 'UTC');
  return [`${record_id}  ${headline}  ${model} · ${timeInWords(signed_at, 'UTC')}`, sentence];
}
