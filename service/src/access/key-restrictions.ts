// What an API key is restricted to, and the refusals. Sessions have no restrictions. The gate
// checks scope and address for every route. The generator is only known to the work itself, so each
// service that uses one on behalf of a caller checks it with `expectGenerator`.
import { fail } from '../http/error-catalogue.ts';
import { includesAddress } from './address-ranges.ts';
import type { Caller } from './caller.ts';
import type { Scope } from './scopes.ts';

export function hasScope(caller: Caller, scope: Scope): boolean {
  return caller.kind === 'session' || (caller.restrictions.scopes?.includes(scope) ?? true);
}

export function canCallFrom(caller: Caller, ip: string): boolean {
  if (caller.kind === 'session' || caller.restrictions.addresses === null) return true;
  return includesAddress(caller.restrictions.addresses, ip);
}

/** Null: all of the organization. */
export function allowedGenerators(caller: Caller): readonly string[] | null {
  return caller.kind === 'session' ? null : caller.restrictions.generatorIds;
}

export function allowsGenerator(caller: Caller, generatorId: string): boolean {
  return allowedGenerators(caller)?.includes(generatorId) ?? true;
}

/**
 * Checked before the generator is looked up, so that the response is the same whether it exists or
 * not.
 */
export function expectGenerator(caller: Caller, generatorId: string): void {
  if (!allowsGenerator(caller, generatorId)) fail('generator_not_allowed');
}

/** For what concerns all generators, such as creating one. */
export function expectEveryGenerator(caller: Caller): void {
  if (allowedGenerators(caller) === null) return;
  fail('generator_not_allowed', {
    message:
      'This API key is allowed to use only certain generators, and this operation concerns all of them. Use another key.',
  });
}
