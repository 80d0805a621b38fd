// Every event of the audit log in words. A type without a sentence does not compile.
import { planEvents, webhookEvents } from './audit-account-events.ts';
import { contentEvents, generatorEvents, manifestEvents } from './audit-content-events.ts';
import { type AuditEvent, type EventType, type EventWords, factsOf } from './audit-facts.ts';
import { accessEvents, organizationEvents, teamEvents } from './audit-organization-events.ts';

/** In the order of the filter. */
export const eventGroups: Readonly<Record<string, Partial<Readonly<Record<EventType, EventWords>>>>> = {
  Content: contentEvents,
  Generators: generatorEvents,
  'Content Credentials': manifestEvents,
  'Access and keys': accessEvents,
  Team: teamEvents,
  Organization: organizationEvents,
  'Plan and usage': planEvents,
  Webhooks: webhookEvents,
};

const everyEvent = {
  ...contentEvents,
  ...generatorEvents,
  ...manifestEvents,
  ...accessEvents,
  ...teamEvents,
  ...organizationEvents,
  ...planEvents,
  ...webhookEvents,
} satisfies Readonly<Record<EventType, EventWords>>;

/** A newer service can send a type that this page does not know. */
export function sentenceOfEvent(event: AuditEvent): string {
  const facts = factsOf(event);
  if (!Object.hasOwn(everyEvent, event.type)) return `${facts.who}: ${String(event.type).replaceAll('_', ' ')}`;
  const words: EventWords = everyEvent[event.type];
  return words.sentence(facts);
}
