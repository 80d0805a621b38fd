// Events as the audit log shows them: with who caused each, and the current names of what it
// mentions. What is gone has no name.
import type { Queries } from '../../adapters/database/database.ts';
import { type EventType, ownEventTypes, publicEventTypes } from '../../events/event-catalogue.ts';
import type { StoredEvent } from '../../events/events.store.ts';
import {
  listGeneratorNames,
  listInviteNames,
  listKeyNames,
  listMemberNames,
  listWebhookNames,
} from './audit-names.store.ts';

type Metadata = Readonly<Record<string, unknown>>;
type Named = { readonly id: string; readonly name: string; readonly member?: string | null };
type ListNames = (queries: Queries, orgId: string, ids: readonly string[]) => Promise<Named[]>;

export const actorKinds = ['member', 'key', 'service', 'public'] as const;

export interface PresentedActor {
  readonly kind: (typeof actorKinds)[number];
  readonly id: string | null;
  readonly name: string | null;
  /** The address of the member that a personal key belongs to. */
  readonly member: string | null;
}

export interface PresentedEvent {
  readonly event_id: string;
  /** Rows of a later release can have types that this one does not know. */
  readonly type: EventType;
  readonly timestamp: string;
  readonly actor: PresentedActor;
  readonly names: Readonly<Record<string, string>>;
  readonly metadata: Record<string, unknown>;
}

const sources: readonly (readonly [fields: readonly string[], list: ListNames])[] = [
  [['user_id', 'actor'], listMemberNames],
  [['key_id', 'actor'], listKeyNames],
  [['generator_id'], listGeneratorNames],
  [['invite_id'], listInviteNames],
  [['webhook_id'], listWebhookNames],
];

export async function presentEvents(
  queries: Queries,
  orgId: string,
  events: readonly StoredEvent[],
): Promise<PresentedEvent[]> {
  const read = events.map((event) => ({ ...event, metadata: JSON.parse(event.metadata) as Record<string, unknown> }));
  const known = await findNames(
    queries,
    orgId,
    read.map(({ metadata }) => metadata),
  );
  return read.map(({ event_id, type, occurred_at, metadata }) => ({
    event_id,
    type: type as EventType,
    timestamp: new Date(occurred_at).toISOString(),
    actor: actorOf(type as EventType, metadata, known),
    names: namesIn(metadata, known),
    metadata,
  }));
}

async function findNames(queries: Queries, orgId: string, all: readonly Metadata[]): Promise<Map<string, Named>> {
  const found = await Promise.all(
    sources.map(([fields, list]) => {
      const ids = new Set(all.flatMap((metadata) => fields.map((field) => metadata[field])).filter(isText));
      return ids.size === 0 ? [] : list(queries, orgId, [...ids]);
    }),
  );
  return new Map(found.flat().map((named) => [named.id, named]));
}

function namesIn(metadata: Metadata, known: ReadonlyMap<string, Named>): Record<string, string> {
  const named = Object.values(metadata).flatMap((value) => (isText(value) ? (known.get(value) ?? []) : []));
  return Object.fromEntries(named.map(({ id, name }) => [id, name]));
}

function actorOf(type: EventType, metadata: Metadata, known: ReadonlyMap<string, Named>): PresentedActor {
  const given = ownEventTypes.includes(type) ? metadata.user_id : metadata.actor;
  const id = isText(given) ? given : null;
  const { name = null, member = null } = (id !== null && known.get(id)) || {};
  return { kind: kindOf(type, id), id, name, member };
}

function kindOf(type: EventType, id: string | null): PresentedActor['kind'] {
  if (id !== null) return id.startsWith('kid_') ? 'key' : 'member';
  return publicEventTypes.includes(type) ? 'public' : 'service';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
