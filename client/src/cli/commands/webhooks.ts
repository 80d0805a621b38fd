// `provenance webhooks …`: the endpoints that get the events of the organization.
import type { Body } from '../../index.ts';
import { type Command, textsOf } from '../command.ts';
import { UsageError } from '../command-errors.ts';
import { exitCodes } from '../exit-codes.ts';
import { asPrintable } from '../terminal.ts';

type NewWebhook = Body<'POST /v1/webhooks'>;

const firstEvents: NewWebhook['events'] = ['record.created', 'verify.tamper_detected'];

export const webhooksAddCommand: Command = {
  name: 'webhooks add',
  summary: 'Add an endpoint for events and print its secret',
  parameters: '<url>',
  mostWords: 1,
  details:
    'Without --queued, the service sends each event once, during the request that causes it. The secret is shown only now.',
  options: {
    event: {
      type: 'string',
      multiple: true,
      value: 'name',
      about: `Event to send, can be repeated (default: ${firstEvents.join(', ')})`,
    },
    queued: { type: 'boolean', about: 'Send events after the request, with retries for 24 hours' },
    json: { type: 'boolean', about: 'Print JSON' },
  },
  async run(context, [url], values) {
    if (url === undefined) throw new UsageError('Name the URL of your endpoint.');
    const events = textsOf(values, 'event') as NewWebhook['events'];
    const webhook = await context.keyedClient().webhooks.create({
      url,
      events: events.length > 0 ? events : firstEvents,
      delivery: values.queued ? 'queued' : 'synchronous',
    });
    if (values.json) context.terminal.sayJson(webhook);
    else {
      context.terminal.say(`Added ${webhook.webhook_id} with ${webhook.delivery} delivery.`);
      context.terminal.say(`Secret: ${webhook.secret}`);
    }
    return exitCodes.done;
  },
};

export const webhooksListCommand: Command = {
  name: 'webhooks list',
  summary: 'List the endpoints and whether they accept events',
  mostWords: 0,
  options: { json: { type: 'boolean', about: 'Print JSON' } },
  async run(context, _words, values) {
    const { endpoints } = await context.keyedClient().webhooks.list();
    for (const endpoint of endpoints) {
      const { webhook_id, url, status, delivery, failure_count: failures } = endpoint;
      const problem = failures > 0 ? `${failures} failures in a row` : '';
      if (values.json) context.terminal.sayJson(endpoint);
      else context.terminal.say(asPrintable(`${webhook_id}  ${status}  ${delivery}  ${url}  ${problem}`).trimEnd());
    }
    return exitCodes.done;
  },
};
