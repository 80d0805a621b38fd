// Values from JSON Schemas: valid ones, and the same with one broken place. If the name of a field
// or parameter matches something that the two organizations have, their values are tried.
import type { Random } from '../../engine/test-support/random-bytes.ts';
import { hostileText, hostileValue } from './hostile-values.ts';
import { Members } from './raw-json.ts';

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
}

/** Known values by name: the caller's own, and the other organization's. */
export interface KnownNames {
  readonly own: Readonly<Record<string, readonly string[]>>;
  readonly foreign: Readonly<Record<string, readonly string[]>>;
}

const patterned: Readonly<Record<string, string>> = {
  '^sha3-256:[0-9a-f]{64}$': `sha3-256:${'0123456789abcdef'.repeat(4)}`,
  '^[0-9a-f]{16}$': '0123456789abcdef',
  '^#[0-9a-fA-F]{6}$': '#12ab9f',
};
const formatted: Readonly<Record<string, readonly string[]>> = {
  email: ['somebody@example.org', 'Some.Body+x@EXAMPLE.org'],
  'date-time': ['2026-01-31T12:00:00.000Z', '2026-11-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  date: ['2026-01-31', '2024-02-29'],
  uri: ['https://127.0.0.1:1/hook', 'https://127.0.0.1:1/?a=1'],
  uuid: ['6f1d1c9e-3a0b-4a6e-9b0e-0c6f6d0a2b11'],
};

/** A known value of this name, if there is any. Three times out of four, it is the caller's own. */
export function knownValue(name: string, known: KnownNames, random: Random): string | undefined {
  const values = (random.below(4) === 0 ? known.foreign : known.own)[name] ?? [];
  return values.length > 0 ? random.pick(values) : undefined;
}

export function fittingValue(schema: JsonSchema, name: string, known: KnownNames, random: Random): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return fittingValue(random.pick(schema.anyOf), name, known, random);
  const type = random.pick([schema.type ?? 'object'].flat());
  switch (type) {
    case 'object': {
      const { properties = {}, required = [] } = schema;
      const chosen = Object.entries(properties).filter(([each]) => required.includes(each) || random.below(2) === 0);
      return Object.fromEntries(chosen.map(([each, field]) => [each, fittingValue(field, each, known, random)]));
    }
    case 'array': {
      const length = (schema.minItems ?? 0) + random.below(3);
      return Array.from({ length }, () => fittingValue(schema.items ?? {}, name, known, random));
    }
    case 'integer':
    case 'number':
      return random.pick([schema.minimum ?? 1, schema.maximum ?? 1_000, (schema.minimum ?? 0) + 1]);
    case 'boolean':
      return random.below(2) === 0;
    case 'null':
      return null;
    default:
      return fittingText(schema, name, known, random);
  }
}

function fittingText(schema: JsonSchema, name: string, known: KnownNames, random: Random): string {
  const given = knownValue(name, known, random) ?? patterned[schema.pattern ?? ''];
  if (given !== undefined) return given;
  if (/url$/.test(name)) return random.pick(formatted.uri!);
  const examples = formatted[schema.format ?? ''];
  if (examples) return random.pick(examples);
  const least = schema.minLength ?? 0;
  const length = random.pick([least, least + 1, Math.min(schema.maxLength ?? 40, 4_096)]);
  return 'Some words, ä. '
    .repeat(Math.ceil(length / 15))
    .slice(0, length)
    .replace(/ $/, '.');
}

/**
 * The value with one broken place: another type, beyond a bound, left out, doubled, or with an
 * unexpected name.
 */
export function spoil(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) {
    if (value.length === 0 || random.below(3) === 0) {
      return random.pick([
        hostileValue(random),
        Array.from({ length: 60 }, () => value[0] ?? hostileText(random)),
        [...value, hostileValue(random)],
      ]);
    }
    const place = random.below(value.length);
    return value.map((each, at) => (at === place ? spoil(each, random) : each));
  }
  if (typeof value === 'object' && value !== null && !(value instanceof Members)) {
    return spoilMembers(Object.entries(value), random);
  }
  if (typeof value === 'string' && random.below(3) === 0) return spoilText(value, random);
  if (typeof value === 'number' && random.below(2) === 0)
    return random.pick([value + 1, value - 1, -value, value + 0.5, 2 ** 53, 2 ** 31, String(value)]);
  return hostileValue(random);
}

function spoilMembers(entries: readonly [string, unknown][], random: Random): Members {
  const place = random.below(Math.max(1, entries.length));
  const chosen = entries[place];
  if (!chosen) return new Members([['a', hostileValue(random)]]);
  switch (random.below(8)) {
    case 0:
      return new Members(entries.filter((_, at) => at !== place));
    case 1:
      return new Members([...entries, [chosen[0], hostileValue(random)]]);
    case 2:
      return new Members([
        ...entries,
        [
          random.pick(['__proto__', 'constructor', 'org_id', 'user_id', 'role', 'plan', 'extra', '']),
          hostileValue(random),
        ],
      ]);
    default:
      return new Members(entries.map(([name, each], at) => [name, at === place ? spoil(each, random) : each]));
  }
}

/** A valid text, changed at one place. */
export function spoilText(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const piece = random.pick(['\u0000', '\ud800', ' ', 'A', '%', '\u202e', '0', '.', "'", '\n']);
  return random.pick([
    text.slice(0, at),
    text.slice(0, at) + piece + text.slice(at),
    text.toUpperCase(),
    text + text,
    ` ${text}`,
    `${text}\n`,
  ]);
}
