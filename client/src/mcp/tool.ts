// A tool that an agent can call: its schemas, its hints and its work. The input is checked against
// its schema before the work begins.
import { CommandError } from '../cli/command-errors.ts';
import type { Fields } from './json-rpc.ts';

/** The part of JSON Schema that inputs need. */
export type InputProperty =
  | {
      readonly type: 'string';
      readonly description: string;
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly enum?: readonly string[];
    }
  | { readonly type: 'boolean'; readonly description: string };

export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, InputProperty>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

export interface CallContext {
  readonly signal: AbortSignal;
  /** From 0 to 1. Undefined: the caller did not ask for it. */
  readonly onProgress: ((fraction: number) => void) | undefined;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: InputSchema;
  readonly outputSchema: Fields;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  call(input: Input, context: CallContext): Promise<Fields>;
}

/** Checked arguments. */
export interface Input {
  text(name: string): string | undefined;
  flag(name: string): boolean;
}

/** Fails with a sentence that a model can act on. */
export function checkInput({ properties, required = [] }: InputSchema, given: Fields): Input {
  for (const [name, value] of Object.entries(given)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!property) {
      throw new CommandError(
        `There is no argument ${JSON.stringify(name.slice(0, 100))}. Use ${Object.keys(properties).join(', ')}.`,
      );
    }
    const problem = problemOf(property, value);
    if (problem) throw new CommandError(`The argument "${name}" ${problem}.`);
  }
  const missing = required.find((name) => !Object.hasOwn(given, name));
  if (missing !== undefined) throw new CommandError(`The argument "${missing}" is missing.`);
  return {
    text: (name) => (Object.hasOwn(given, name) ? (given[name] as string) : undefined),
    flag: (name) => Object.hasOwn(given, name) && given[name] === true,
  };
}

function problemOf(property: InputProperty, value: unknown): string | undefined {
  if (typeof value !== property.type) return `must be a ${property.type}`;
  if (property.type === 'boolean') return undefined;
  const text = value as string;
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, enum: choices } = property;
  if (choices && !choices.includes(text)) return `must be ${choices.join(', ')}`;
  if (text.length < minLength) return 'is empty';
  if (text.length > maxLength) return `is longer than ${maxLength.toLocaleString('en-US')} characters`;
  return text.isWellFormed() ? undefined : 'is not valid Unicode';
}
