// `--seed`, `--first`, `--count`, `--case` and `--minutes` of a hostile run. Without a seed, it
// chooses and prints a new one.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export interface RunOptions {
  /** One of them. Default: all. */
  readonly database: 'sqlite' | 'postgres' | undefined;
  readonly seed: number;
  readonly first: number;
  readonly count: number;
  /** When it ends, done or not. Default: when it is done. */
  readonly minutes: number | undefined;
}

export function readOptions(preset: { count: number }): RunOptions {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      first: { type: 'string' },
      count: { type: 'string' },
      case: { type: 'string' },
      minutes: { type: 'string' },
      database: { type: 'string' },
    },
  });
  const { database } = values;
  if (database !== undefined && database !== 'sqlite' && database !== 'postgres')
    throw new Error('--database is sqlite or postgres.');
  const number = (name: keyof typeof values, preset: number) =>
    values[name] === undefined ? preset : wholeNumber(name, values[name]);
  const only = values.case === undefined ? undefined : wholeNumber('case', values.case);
  return {
    database,
    seed: number('seed', randomInt(2 ** 31)),
    // Only one case.
    first: only ?? number('first', 0),
    minutes: values.minutes === undefined ? undefined : wholeNumber('minutes', values.minutes),
    count: only === undefined ? number('count', preset.count) : 1,
  };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} is a whole number, not ${text}.`);
  return Number(text);
}
