// Checks the settings of an API key, and shows them.
import type { Static } from 'typebox';
import { parseRange } from '../../access/address-ranges.ts';
import type { KeyRow } from '../../access/api-keys.store.ts';
import { monthOf } from '../../access/key-usage.ts';
import { generatorScopes, type Scope } from '../../access/scopes.ts';
import { type KeyRestrictions, readRestrictions, unrestricted } from '../../access/stored-restrictions.ts';
import { failValidation } from '../../http/error-catalogue.ts';
import { parseTimestamp } from '../../http/timestamps.ts';
import type { newKey } from './api-keys.schema.ts';

export type GivenSettings = Static<typeof newKey>;

export interface KeySettings {
  readonly name: string | null;
  readonly expiresAt: number | null;
  readonly restrictions: KeyRestrictions;
}

export const noSettings: KeySettings = {
  name: null,
  expiresAt: null,
  restrictions: unrestricted,
};

export function settingsOf(row: KeyRow): KeySettings {
  return { name: row.name, expiresAt: row.expires_at, restrictions: readRestrictions(row) };
}

/** What is not given stays as it was. */
export function applySettings(before: KeySettings, given: GivenSettings, time: number): KeySettings {
  const { name, scopes, expires_at, generator_ids, addresses, limit_per_minute } = given;
  const old = before.restrictions;
  const generatorIds = unique(generator_ids === undefined ? old.generatorIds : generator_ids);
  const wanted = scopes === undefined ? old.scopes : (scopes as readonly Scope[] | null);
  return {
    name: name === undefined ? before.name : name,
    expiresAt: expires_at === undefined ? before.expiresAt : readExpiry(expires_at, time),
    restrictions: {
      scopes: generatorIds ? scopesForGenerators(unique(wanted)) : unique(wanted),
      generatorIds,
      addresses: addresses === undefined ? old.addresses : checkRanges(unique(addresses)),
      limitPerMinute: limit_per_minute === undefined ? old.limitPerMinute : limit_per_minute,
    },
  };
}

export function presentSettings(settings: KeySettings) {
  const { scopes, generatorIds, addresses, limitPerMinute } = settings.restrictions;
  return {
    scopes: scopes && [...scopes],
    expires_at: settings.expiresAt === null ? null : new Date(settings.expiresAt).toISOString(),
    generator_ids: generatorIds && [...generatorIds],
    addresses: addresses && [...addresses],
    limit_per_minute: limitPerMinute,
  };
}

export function presentKey(row: KeyRow, time: number) {
  const hasExpired = row.expires_at !== null && row.expires_at <= time;
  const month = monthOf(time);
  const isCurrent = row.usage_month === month;
  return {
    key_id: row.key_id,
    name: row.name,
    preview: row.preview,
    created_at: new Date(row.created_at).toISOString(),
    last_used_at: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
    ...presentSettings(settingsOf(row)),
    status: hasExpired ? ('expired' as const) : row.replaced_by === null ? ('active' as const) : ('replaced' as const),
    replaced_by: row.replaced_by,
    usage: {
      period_start: new Date(`${month}-01`).toISOString(),
      requests: isCurrent ? row.requests : 0,
      signatures: isCurrent ? row.signatures : 0,
    },
  };
}

function readExpiry(given: string | null, time: number): number | null {
  if (given === null) return null;
  const expiresAt = parseTimestamp(given);
  if (expiresAt === undefined) failValidation('expires_at', 'must be an ISO 8601 timestamp with a time zone');
  if (expiresAt <= time) failValidation('expires_at', 'must be in the future');
  return expiresAt;
}

function scopesForGenerators(wanted: readonly Scope[] | null): readonly Scope[] {
  const tooWide = wanted?.find((scope) => !generatorScopes.includes(scope));
  if (tooWide === undefined) return wanted ?? generatorScopes;
  return failValidation(
    'scopes',
    `cannot contain ${tooWide} together with generator_ids, because it concerns the whole organization. Remove one of them`,
  );
}

function checkRanges(ranges: readonly string[] | null): readonly string[] | null {
  const wrong = ranges?.findIndex((range) => !parseRange(range)) ?? -1;
  if (wrong === -1) return ranges;
  return failValidation(`addresses.${wrong}`, 'must be an IP address, or a network such as 192.0.2.0/24');
}

function unique<Value>(list: readonly Value[] | null): readonly Value[] | null {
  return list && [...new Set(list)];
}
