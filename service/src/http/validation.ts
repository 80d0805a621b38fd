// Checks bodies, parameters and queries against their schemas with TypeBox's compiled validators. Bodies are taken as
// they are; parameters and queries are texts, so that numbers and booleans are read from them.
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

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

export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = Compile(schema);
  const textual = httpPart !== 'body';
  return (input: unknown) => {
    // No body at all is an empty object: what is required is then named, and nothing is asked where nothing is.
    const value = textual ? validator.Default(readTexts(schema, input)) : (input ?? {});
    if (!validator.Check(value)) return { error: new InvalidInput(problemsOf(validator, value)) };
    const unwritable = findUnwritable(value, '');
    if (unwritable === undefined) return { value };
    return { error: new InvalidInput([{ path: unwritable, message: 'must be well-formed Unicode without U+0000' }]) };
  };
};

/** Numbers and booleans out of the texts of a query; what does not read as one stays a text, and the check names it. */
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

/** Where a text stands that not every database can hold: a NUL character or half a surrogate pair. */
function findUnwritable(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0') ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    const found = findUnwritable(part, path === '' ? key : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function problemsOf(validator: Validator, value: unknown): ValidationProblem[] {
  return validator
    .Errors(value)
    .flatMap(({ instancePath, message, params }) => explain(stepsOf(instancePath), message, params))
    .slice(0, mostProblems);
}

interface ErrorParts {
  readonly requiredProperties?: readonly string[];
  readonly limit?: number;
}

/** Missing fields are named themselves, each by itself, not the object they are missing from. */
function explain(steps: readonly string[], message: string, parts: object): ValidationProblem[] {
  const { requiredProperties, limit } = parts as ErrorParts;
  if (requiredProperties) {
    return requiredProperties.map((name) => ({ path: [...steps, name].join('.'), message: 'is required' }));
  }
  const isEmpty = limit === 1 && message.includes('fewer than 1 characters');
  return [{ path: steps.join('.'), message: isEmpty ? 'must not be empty' : message }];
}

/** `/items/0/name` → items, 0, name */
function stepsOf(instancePath: string): string[] {
  return instancePath.split('/').slice(1);
}
