// Checks bodies, parameters and queries against their schemas with TypeBox's compiled validators.
// Bodies are used as they are. Parameters and queries are texts, so numbers and booleans are parsed
// from them.
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { formatRules } from '../formats.ts';

export interface ValidationProblem {
  readonly path: string;
  readonly message: string;
}

export class InvalidInput extends Error {
  readonly details: readonly ValidationProblem[];

  constructor(details: readonly ValidationProblem[]) {
    super('The request is not valid.');
    this.details = details;
  }
}

const mostProblems = 20;
/**
 * Deeper than any schema. A body can also contain unknown fields, nested as deep as a megabyte of
 * brackets.
 */
const deepest = 64;

export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = Compile(schema);
  const isRead = httpPart !== 'body' && hasMoreThanTexts(schema);
  return (input: unknown) => {
    // A missing body counts as an empty object: the error then names the required fields, and a
    // route without required fields accepts it.
    const value = isRead ? validator.Default(readTexts(schema, input)) : (input ?? {});
    if (!validator.Check(value)) return { error: new InvalidInput(problemsOf(validator, value)) };
    if (isWritable(value, deepest)) return { value };
    return { error: new InvalidInput([findUnwritable(value, [])]) };
  };
};

/** Whether there are numbers and booleans to parse, or defaults to fill in. */
function hasMoreThanTexts(schema: TSchema): boolean {
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown; default?: unknown }> };
  return Object.values(properties).some(({ type, default: preset }) => type !== 'string' || preset !== undefined);
}

/**
 * Parses numbers and booleans from the texts of a query. A text that cannot be parsed stays a text,
 * and the check reports it.
 */
function readTexts(schema: TSchema, input: unknown): unknown {
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown }> };
  const entries = Object.entries(input as Record<string, unknown>);
  return Object.fromEntries(entries.map(([name, text]) => [name, readText(properties[name]?.type, text)]));
}

function readText(type: unknown, text: unknown): unknown {
  if (typeof text !== 'string') return text;
  if (type === 'integer') return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return text;
}

/**
 * Not every database can store a NUL character or half a surrogate pair, and deep nesting overflows
 * the stack of recursive code.
 */
function isWritable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  for (const key in value) if (!isWritable(value[key as never], depth - 1)) return false;
  return true;
}

/** The position of the first value that cannot be written, and why. */
function findUnwritable(value: unknown, steps: readonly string[]): ValidationProblem {
  if (typeof value === 'string') return { path: steps.join('.'), message: 'must be valid Unicode without U+0000' };
  if (steps.length === deepest) return { path: steps[0]!, message: `must not be nested deeper than ${deepest} levels` };
  const rest = deepest - steps.length - 1;
  const [key, part] = Object.entries(value as object).find(([, each]) => !isWritable(each, rest))!;
  return findUnwritable(part, [...steps, key]);
}

export function problemsOf(validator: Validator, value: unknown): ValidationProblem[] {
  const problems = validator
    .Errors(value)
    .flatMap(({ instancePath, message, params }) => explain(stepsOf(instancePath), message, params));
  // For an empty text, report only that it is empty.
  const empty = new Map(problems.filter(({ message }) => message === emptyText).map((each) => [each.path, each]));
  return problems.filter((each) => (empty.get(each.path) ?? each) === each).slice(0, mostProblems);
}

const emptyText = 'must not be empty';

interface ErrorParts {
  readonly requiredProperties?: readonly string[];
  readonly limit?: number;
  readonly pattern?: string | RegExp;
  readonly format?: string;
}

/** Reports each missing field by its own path, not by the object that lacks it. */
function explain(steps: readonly string[], message: string, parts: object): ValidationProblem[] {
  const { requiredProperties, limit, pattern, format = '' } = parts as ErrorParts;
  if (requiredProperties) {
    return requiredProperties.map((name) => ({ path: [...steps, name].join('.'), message: 'is required' }));
  }
  // A text of spaces counts as empty.
  const isEmpty = (limit === 1 && message.includes('fewer than 1 characters')) || String(pattern) === '\\S';
  return [{ path: steps.join('.'), message: isEmpty ? emptyText : (formatRules[format] ?? message) }];
}

/** `/items/0/name` → items, 0, name */
function stepsOf(instancePath: string): string[] {
  return instancePath.split('/').slice(1);
}
