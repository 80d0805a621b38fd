// What you can choose about a key, and how a new one is sent.
import type { Body } from '@content-provenance/client';
import type { apiKeysTexts } from '../../texts/api-keys.ts';

export type NewKeySettings = Body<'POST /v1/account/api-keys'>;
export type KeyChange = Body<'PATCH /v1/account/api-keys/{key_id}'>;
export type ScopeName = keyof typeof apiKeysTexts.scopes;

/** Empty means no restriction, in each of them. */
export interface KeyOptions {
  readonly scopes: readonly ScopeName[];
  /** Days from now, '' for a key that does not expire, or `keptExpiry`. */
  readonly days: string;
  readonly generators: readonly string[];
  /** As typed: one address or network per line. */
  readonly addresses: string;
  readonly limit: string;
}

export const noOptions: KeyOptions = { scopes: [], days: '', generators: [], addresses: '', limit: '' };

/** The others concern the whole organization, so a key for certain generators cannot have them. */
export const scopesForGenerators: readonly ScopeName[] = [
  'sign',
  'verify',
  'jobs',
  'records:read',
  'records:write',
  'generators:read',
  'generators:write',
];

/** The expiry that a key already has. */
export const keptExpiry = 'kept';

const day = 24 * 60 * 60 * 1_000;

export function countChosen(options: KeyOptions): number {
  return Object.values(options).filter((value) => value.length > 0).length;
}

export function canChoose(scope: ScopeName, { generators }: KeyOptions): boolean {
  return generators.length === 0 || scopesForGenerators.includes(scope);
}

export function addressesOf({ addresses }: KeyOptions): string[] {
  return addresses.split(/[\s,]+/).filter((each) => each !== '');
}

export function expiryIn(days: string): string {
  return new Date(Date.now() + Number(days) * day).toISOString();
}

export function settingsOf(name: string, options: KeyOptions): NewKeySettings {
  const scopes = options.scopes.filter((scope) => canChoose(scope, options));
  const addresses = addressesOf(options);
  const { days, generators, limit } = options;
  return {
    ...(name !== '' && { name }),
    ...(scopes.length > 0 && { scopes }),
    ...(days !== '' && { expires_at: expiryIn(days) }),
    ...(generators.length > 0 && { generator_ids: [...generators] }),
    ...(addresses.length > 0 && { addresses }),
    ...(limit.trim() !== '' && { limit_per_minute: Number(limit) }),
  };
}
