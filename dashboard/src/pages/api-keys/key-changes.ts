// What a change of a key would do: the fields to send, and each of them in words.
import { apiKeysTexts as texts } from '../../texts/api-keys.ts';
import type { ListedKey } from './key-columns.tsx';
import {
  addressesOf,
  canChoose,
  expiryIn,
  type KeyChange,
  type KeyOptions,
  keptExpiry,
  type ScopeName,
  scopesForGenerators,
} from './key-options.ts';

export interface ShownChange {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** Whether the key can then do more. */
  readonly isWider: boolean;
}

type List = readonly string[] | null;

export function optionsOf(key: ListedKey): KeyOptions {
  return {
    scopes: (key.scopes ?? []) as readonly ScopeName[],
    days: key.expires_at === null ? '' : keptExpiry,
    generators: key.generator_ids ?? [],
    addresses: (key.addresses ?? []).join('\n'),
    limit: key.limit_per_minute === null ? '' : String(key.limit_per_minute),
  };
}

/** Only what differs from the key. null removes a restriction. */
export function changeOf(key: ListedKey, name: string | null, options: KeyOptions): KeyChange {
  const { days, limit } = options;
  const wanted = {
    scopes: scopesOf(options) as KeyChange['scopes'],
    generator_ids: listOrNull(options.generators),
    addresses: listOrNull(addressesOf(options)),
    limit_per_minute: limit.trim() === '' ? null : Number(limit),
  };
  return {
    ...(name !== key.name && { name }),
    ...(!isSame(key.scopes, wanted.scopes!) && { scopes: wanted.scopes! }),
    ...(!isSame(key.generator_ids, wanted.generator_ids) && { generator_ids: wanted.generator_ids }),
    ...(days !== keptExpiry &&
      (key.expires_at !== null || days !== '') && { expires_at: days === '' ? null : expiryIn(days) }),
    ...(!isSame(key.addresses, wanted.addresses) && { addresses: wanted.addresses }),
    ...(wanted.limit_per_minute !== key.limit_per_minute && { limit_per_minute: wanted.limit_per_minute }),
  };
}

/** generators: their names by ID. */
export function showChanges(key: ListedKey, change: KeyChange, generators: ReadonlyMap<string, string>): ShownChange[] {
  const { advanced } = texts;
  const shown: (ShownChange | false)[] = [
    change.name !== undefined && {
      label: texts.name,
      before: key.name ?? texts.noName,
      after: change.name ?? texts.noName,
      isWider: false,
    },
    change.scopes !== undefined && listChange(advanced.scopes, key.scopes, change.scopes, texts.everything),
    change.generator_ids !== undefined &&
      listChange(advanced.generators, key.generator_ids, change.generator_ids, texts.change.allGenerators, generators),
    change.expires_at !== undefined && {
      label: advanced.expiry,
      before: dayOf(key.expires_at),
      after: dayOf(change.expires_at),
      isWider: key.expires_at !== null && (change.expires_at ?? '\uffff') > key.expires_at,
    },
    change.limit_per_minute !== undefined && {
      label: advanced.limit,
      before: limitOf(key.limit_per_minute),
      after: limitOf(change.limit_per_minute),
      isWider:
        key.limit_per_minute !== null && (change.limit_per_minute ?? Number.POSITIVE_INFINITY) > key.limit_per_minute,
    },
    change.addresses !== undefined &&
      listChange(advanced.addresses, key.addresses, change.addresses, texts.change.allAddresses),
  ];
  return shown.filter((each) => each !== false);
}

/** A key for certain generators has only the scopes that concern them. */
function scopesOf(options: KeyOptions): List {
  const chosen = options.scopes.filter((scope) => canChoose(scope, options));
  if (chosen.length > 0) return chosen;
  return options.generators.length > 0 ? scopesForGenerators : null;
}

function listChange(label: string, before: List, after: List, all: string, names?: ReadonlyMap<string, string>) {
  const inWords = (list: List) => list?.map((each) => names?.get(each) ?? each).join(', ') ?? all;
  return {
    label,
    before: inWords(before),
    after: inWords(after),
    isWider: before !== null && (after === null || after.some((each) => !before.includes(each))),
  };
}

function isSame(left: List, right: List): boolean {
  if (left === null || right === null) return left === right;
  return left.length === right.length && left.every((each) => right.includes(each));
}

function listOrNull(list: readonly string[]): string[] | null {
  return list.length === 0 ? null : [...list];
}

export function dayOf(time: string | null): string {
  if (time === null) return texts.advanced.expiries._;
  return new Date(time).toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' });
}

function limitOf(count: number | null): string {
  return count === null ? texts.change.planLimit : count.toLocaleString('en');
}
