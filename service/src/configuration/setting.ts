// What a setting is, and the readers that several settings share.
import { splitHosts } from '../adapters/host-list.ts';

export interface Setting<Value> {
  readonly name: string;
  readonly about: string;
  /** The default, in the words of the reference page. */
  readonly fallback: string;
  readonly secret: boolean;
  /** Reads the text of the variable. Throws a BadValue that says which values are valid. */
  readonly read: (text: string | undefined) => Value;
}

/** Completes the sentence "PORT must be …". */
export class BadValue extends Error {}

export function setting<Value>(
  name: string,
  about: string,
  fallback: string,
  read: (text: string | undefined) => Value,
  secret = false,
): Setting<Value> {
  return { name, about, fallback, secret, read };
}

export function text<Fallback extends string | undefined>(fallback: Fallback) {
  return (value: string | undefined): string | Fallback => value ?? fallback;
}

export function port(fallback: number) {
  return (value: string | undefined) => wholeNumber(value, fallback, 65_535, 'a port between 0 and 65535');
}

export function count(fallback: number) {
  return (value: string | undefined) => wholeNumber(value, fallback, 1_000_000_000, 'a whole number, 0 or more');
}

export function positiveNumber(value: string | undefined, fallback: number, most: number, wanted: string): number {
  const number = wholeNumber(value, fallback, most, wanted);
  if (number === 0) throw new BadValue(wanted);
  return number;
}

export function wholeNumber(value: string | undefined, fallback: number, most: number, wanted: string): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > most) throw new BadValue(wanted);
  return number;
}

export function days(fallback: number) {
  return (value: string | undefined) => positiveNumber(value, fallback, 3_650, 'a whole number from 1 to 3650');
}

export function flag(fallback: boolean) {
  return (value: string | undefined): boolean => {
    if (value === undefined) return fallback;
    if (value !== 'true' && value !== 'false') throw new BadValue('true or false');
    return value === 'true';
  };
}

export function urlOf(value: string | undefined, schemes: readonly string[], wanted: string): string | undefined {
  if (value === undefined) return undefined;
  if (!URL.canParse(value) || !schemes.includes(new URL(value).protocol)) throw new BadValue(wanted);
  return value;
}

/** The same for URLs that can name several hosts: the URL of each. */
export function urlsOf(value: string, schemes: readonly string[], wanted: string): readonly URL[] {
  try {
    return splitHosts(value).map((each) => new URL(urlOf(each, schemes, wanted)!));
  } catch {
    throw new BadValue(wanted);
  }
}

const longestAddress = 200;

/** Names the transparency log too, whose name has these limits (C2SP signed-note). */
export function publicAddress(value: string | undefined): string | undefined {
  const url = address(value);
  if (url !== undefined && (Buffer.byteLength(url) > longestAddress || /[\p{White_Space}\p{Cc}+]/u.test(url)))
    throw new BadValue(
      `a URL of at most ${longestAddress} bytes without spaces and "+", because it names the transparency log`,
    );
  return url;
}

export function address(value: string | undefined): string | undefined {
  return urlOf(value, ['http:', 'https:'], 'a URL that starts with http:// or https://')?.replace(/\/+$/, '');
}
