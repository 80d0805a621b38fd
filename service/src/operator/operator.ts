// The operator's command line: `npm run operator -- help`. Exit code 0: done. 1: refused or failed.
// 2: not understood.
import type { EnvironmentName } from '../access/api-keys.ts';
import type { Database } from '../adapters/database/database.ts';
import { readConfiguration } from '../configuration/read-configuration.ts';
import { commands, helpOf, helpText, usageOf } from './all-commands.ts';
import { type Command, WrongUsage } from './command.ts';

try {
  const asked = readCommandLine(process.argv.slice(2));
  if ('help' in asked) console.log(asked.help);
  else await carryOut(asked);
} catch (problem) {
  console.error((problem as Error).message);
  process.exitCode = problem instanceof WrongUsage ? 2 : 1;
}

interface CommandLine {
  readonly command: Command;
  readonly given: readonly string[];
  readonly options: Readonly<Record<string, string>>;
  readonly environment: EnvironmentName;
}

function readCommandLine(words: readonly string[]): CommandLine | { readonly help: string } {
  const environment = words.includes('--sandbox') ? 'sandbox' : 'live';
  const [name, ...rest] = words.filter((word) => word !== '--sandbox');
  if (name === 'help' || name === '--help' || name === '-h') {
    return { help: rest[0] === undefined ? helpText() : helpOf(findCommand(rest[0])) };
  }
  const command = findCommand(name);
  if (rest.includes('--help') || rest.includes('-h')) return { help: helpOf(command) };
  const { given, options } = takeOptions(rest, Object.keys(command.options ?? {}));
  const needed = command.parameters.filter((parameter) => parameter.startsWith('<')).length;
  const option = given.find((word) => word.startsWith('-'));
  if (option !== undefined || given.length < needed || given.length > command.parameters.length) {
    throw new WrongUsage(
      `${option ? `There is no option ${option}. ` : ''}Usage: npm run operator -- ${usageOf(command)} [--sandbox]`,
    );
  }
  return { command, given, options, environment };
}

function findCommand(name: string | undefined): Command {
  const command = commands.find((each) => each.name === name);
  if (command) return command;
  const said = name === undefined ? 'Enter a command' : `There is no command "${name}"`;
  throw new WrongUsage(`${said}. For a list of commands, run: npm run operator -- help`);
}

function takeOptions(words: readonly string[], names: readonly string[]): Pick<CommandLine, 'given' | 'options'> {
  const given = [...words];
  const options: Record<string, string> = {};
  for (const name of names) {
    const place = given.indexOf(`--${name}`);
    if (place < 0) continue;
    const [, text] = given.splice(place, 2);
    if (text === undefined) throw new WrongUsage(`--${name} needs a text.`);
    options[name] = text;
  }
  return { given, options };
}

async function carryOut({ command, given, options, environment: chosen }: CommandLine): Promise<void> {
  const configuration = readConfiguration(process.env);
  const { openOperatedDatabase } = await import('./operated-database.ts');
  const { run } = await command.load();
  const opened = new Map<EnvironmentName, Database>();
  const openDatabase = async (environment = chosen) => {
    const database = opened.get(environment) ?? (await openOperatedDatabase(environment, configuration));
    opened.set(environment, database);
    return database;
  };
  try {
    await run({ configuration, environment: chosen, options, openDatabase, print: console.log }, ...given);
  } finally {
    for (const database of opened.values()) await database.close();
  }
}
