// A command: its words, its options, its action. Help, completion and the parsing of arguments
// follow from it.
import type { Client } from '../index.ts';
import { UsageError } from './command-errors.ts';
import type { Configuration } from './configuration.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

export interface Option {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** Can be given several times. */
  readonly multiple?: true;
  /** The placeholder for the value in the help, such as `folder`. */
  readonly value?: string;
  readonly about: string;
}

export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export interface Context {
  readonly terminal: Terminal;
  readonly configuration: Configuration;
  /** Calls the configured service, with the API key if there is one. */
  client(): Client;
  /** Fails with a sentence if there is no API key. */
  keyedClient(): Client;
}

export interface Command {
  /** One or two words. */
  readonly name: string;
  readonly summary: string;
  /** What follows the name, such as `<files…>`. */
  readonly parameters?: string;
  /** How many words can follow. Default: any number. */
  readonly mostWords?: number;
  readonly details?: string;
  readonly options: Readonly<Record<string, Option>>;
  run(context: Context, words: readonly string[], values: Values): Promise<ExitCode>;
}

export function textOf(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** The values of an option that can be given several times. */
export function textsOf(values: Values, name: string): readonly string[] {
  const value = values[name];
  return Array.isArray(value) ? value : [];
}

export function numberOf(values: Values, name: string, fallback: number, least: number, most: number): number {
  const text = textOf(values, name);
  const number = text === undefined ? fallback : Number(text);
  if (!Number.isInteger(number) || number < least || number > most) {
    throw new UsageError(`--${name} must be a whole number from ${least} to ${most}.`);
  }
  return number;
}

export function oneOf<Choice extends string>(values: Values, name: string, choices: readonly Choice[]): Choice {
  const text = textOf(values, name) ?? choices[0]!;
  const found = choices.find((choice) => choice === text);
  if (!found) throw new UsageError(`--${name} must be ${choices.join(' or ')}.`);
  return found;
}
