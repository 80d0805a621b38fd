// Help, from the declarations of the commands.
import type { Command } from './command.ts';

const introduction = `provenance: sign content, and verify where content comes from.

Usage: provenance <command> [options]`;

const environment = `Environment: PROVENANCE_URL, PROVENANCE_API_KEY, PROVENANCE_GENERATOR, PROVENANCE_MODEL, PROVENANCE_CONFIG, NO_COLOR.
Exit codes: 0 success, 1 not authentic (verify), 2 usage error, 3 nothing found (verify), 4 failure, 5 contradiction (monitor), 6 not witnessed (monitor), 130 interrupted.
For more, run \`provenance help <command>\`.`;

export function describeProgram(commands: readonly Command[]): string {
  const lines = commands.map(({ name, summary }) => [name, summary] as const);
  return `${introduction}\n\n${columns(lines)}\n\n${environment}`;
}

/** The commands whose name starts with a word, such as `keys`. Undefined: there are none. */
export function describeGroup(word: string, commands: readonly Command[]): string | undefined {
  const group = commands.filter(({ name }) => name.startsWith(`${word} `));
  if (group.length === 0) return undefined;
  const lines = group.map(({ name, summary }) => [name, summary] as const);
  const more = `For more, run \`provenance help ${word}\`, or \`provenance ${group[0]!.name} --help\`.`;
  return `Usage: provenance ${word} <command> [options]\n\n${columns(lines)}\n\n${more}`;
}

export function describeCommand({ name, summary, parameters, details, options }: Command): string {
  const lines = Object.entries(options).map(
    ([key, { short, value, about }]) =>
      [`${short ? `-${short}, ` : '    '}--${key}${value ? ` <${value}>` : ''}`, about] as const,
  );
  return [
    `${summary}.`,
    `Usage: provenance ${name}${lines.length > 0 ? ' [options]' : ''}${parameters ? ` ${parameters}` : ''}`,
    ...(details ? [details] : []),
    ...(lines.length > 0 ? [`Options:\n${columns(lines)}`] : []),
  ].join('\n\n');
}

function columns(lines: readonly (readonly [string, string])[]): string {
  const width = Math.max(...lines.map(([left]) => left.length));
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
