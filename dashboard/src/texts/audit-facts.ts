// What a sentence about an event can say: who acted, and the names and values that it mentions.
import type { Answer } from '@content-provenance/client';

export type AuditEvent = Answer<'GET /v1/audit'>['events'][number];
export type EventType = AuditEvent['type'];

export interface EventFacts {
  /** Starts the sentence. */
  readonly who: string;
  /** A value of the event as text, or '' if it has none. */
  text(field: string): string;
  /** The current name of what a field refers to, in quotes if people chose it. */
  name(field: string, gone: string): string;
}

export interface EventWords {
  /** For the filter. */
  readonly label: string;
  readonly sentence: (facts: EventFacts) => string;
}

export function factsOf({ actor, metadata, names }: AuditEvent): EventFacts {
  const text = (field: string) => {
    const value = metadata[field];
    return value === undefined || value === null ? '' : String(value);
  };
  return { who: whoOf(actor), text, name: (field, gone) => names[text(field)] ?? gone };
}

export function whoOf({ kind, name, member }: AuditEvent['actor']): string {
  if (kind === 'public') return 'Someone';
  if (kind === 'service') return 'The service';
  if (kind === 'member') return name ?? 'A former member';
  if (name === null) return 'An API key of a former member';
  return member === null ? `The API key ${name}` : `A personal API key of ${member}`;
}
