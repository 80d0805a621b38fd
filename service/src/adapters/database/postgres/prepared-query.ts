// A hot query has a name, so that PostgreSQL parses and plans it once for each connection.
import { hash } from 'node:crypto';
import type pg from 'pg';

const names = new Map<string, string>();
/** Inserts of many rows come in many lengths, and the server would keep every one of them. */
const mostParameters = 64;

export function asQuery(text: string, parameters: readonly unknown[], isHot: boolean): pg.QueryConfig {
  const values = [...parameters];
  return isHot && canBeRemembered(values) ? { name: nameOf(text), text, values } : { text, values };
}

export function canBeRemembered(parameters: readonly unknown[]): boolean {
  return parameters.length <= mostParameters;
}

export function nameOf(text: string): string {
  const name = names.get(text) ?? hash('sha256', text, 'base64url').slice(0, 32);
  names.set(text, name);
  return name;
}
