// What an API key is restricted to, and how the database stores it. key-restrictions.ts checks it.
import type { Scope } from './scopes.ts';

/** Null means no restriction. */
export interface KeyRestrictions {
  readonly scopes: readonly Scope[] | null;
  readonly generatorIds: readonly string[] | null;
  /** Addresses and networks in CIDR notation. */
  readonly addresses: readonly string[] | null;
  readonly limitPerMinute: number | null;
}

export const unrestricted: KeyRestrictions = {
  scopes: null,
  generatorIds: null,
  addresses: null,
  limitPerMinute: null,
};

interface StoredRestrictions {
  readonly scopes: string | null;
  readonly generator_ids: string | null;
  readonly addresses: string | null;
  readonly limit_per_minute: number | null;
}

export function readRestrictions(row: StoredRestrictions): KeyRestrictions {
  return {
    scopes: readList(row.scopes) as readonly Scope[] | null,
    generatorIds: readList(row.generator_ids),
    addresses: readList(row.addresses),
    limitPerMinute: row.limit_per_minute,
  };
}

export function writeRestrictions(restrictions: KeyRestrictions): StoredRestrictions {
  return {
    scopes: writeList(restrictions.scopes),
    generator_ids: writeList(restrictions.generatorIds),
    addresses: writeList(restrictions.addresses),
    limit_per_minute: restrictions.limitPerMinute,
  };
}

function readList(stored: string | null): readonly string[] | null {
  return stored === null ? null : (JSON.parse(stored) as readonly string[]);
}

function writeList(list: readonly string[] | null): string | null {
  return list === null ? null : JSON.stringify(list);
}
