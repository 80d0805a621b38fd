// Sentences about plans and webhooks in the audit log.
import type { EventFacts, EventWords } from './audit-facts.ts';
import { planNames } from './overview.ts';

const plan = (text: string) => (Object.hasOwn(planNames, text) ? planNames[text as keyof typeof planNames] : text);
const endpoint = ({ name, text }: EventFacts) => `the webhook ${name('webhook_id', text('url') || 'that is deleted')}`;

export const planEvents = {
  quota_warning: {
    label: '80% of signatures used',
    sentence: ({ text }) => `The organization used ${text('current')} of ${text('limit')} signatures of the month`,
  },
  quota_limit: {
    label: 'Signature limit reached',
    sentence: ({ text }) => `The organization reached its limit of ${text('limit')} signatures, and signing stopped`,
  },
  plan_changed: {
    label: 'Plan changed',
    sentence: ({ text }) => `The operator changed the plan from ${plan(text('from'))} to ${plan(text('to'))}`,
  },
  plan_requested: {
    label: 'Plan requested',
    sentence: ({ who, text }) => `${who} requested the ${plan(text('plan'))} plan`,
  },
  plan_request_withdrawn: {
    label: 'Plan request withdrawn',
    sentence: ({ who, text }) => `${who} withdrew the request for the ${plan(text('plan'))} plan`,
  },
  plan_request_decided: {
    label: 'Plan request decided',
    sentence: ({ text }) => `The operator ${text('state')} the request for the ${plan(text('plan'))} plan`,
  },
} as const satisfies Record<string, EventWords>;

export const webhookEvents = {
  webhook_created: { label: 'Webhook added', sentence: (facts) => `${facts.who} added ${endpoint(facts)}` },
  webhook_updated: { label: 'Webhook changed', sentence: (facts) => `${facts.who} changed ${endpoint(facts)}` },
  webhook_deleted: { label: 'Webhook deleted', sentence: ({ who }) => `${who} deleted a webhook` },
  webhook_failing: {
    label: 'Webhook failing',
    sentence: ({ name, text }) =>
      `The webhook ${name('webhook_id', 'that is deleted')} has not accepted an event since ${text('failing_since').slice(0, 16).replace('T', ' ')} (UTC)`,
  },
  webhook_disabled: {
    label: 'Webhook disabled by the service',
    sentence: (facts) =>
      `${facts.who} disabled ${endpoint(facts)} after ${facts.text('failure_count')} failures in a row`,
  },
  webhook_delivery_retried: {
    label: 'Webhook delivery retried',
    sentence: (facts) => `${facts.who} sent a delivery to ${endpoint(facts)} again`,
  },
  webhook_tested: {
    label: 'Webhook tested',
    sentence: (facts) => `${facts.who} sent the test event ${facts.text('event')} to ${endpoint(facts)}`,
  },
} as const satisfies Record<string, EventWords>;
