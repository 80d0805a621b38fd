// From the words of the command line to an exit code: finds the command, reads its options, runs
// it, and reports problems.
import { parseArgs } from 'node:util';
import { createClient } from '../index.ts';
import type { Command, Context, Values } from './command.ts';
import { CommandError, UsageError } from './command-errors.ts';
import { commands, findCommand } from './commands.ts';
import { readConfiguration } from './configuration.ts';
import { describeProblem } from './describe-problem.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { describeCommand, describeGroup, describeProgram } from './help.ts';
import { endOnSignals } from './signals.ts';
import { createTerminal, type Terminal } from './terminal.ts';
import { programVersion } from './version.ts';

/** Waits if a limit is reached. */
const retries = 6;

export async function runProgram(given: readonly string[]): Promise<ExitCode> {
  const terminal = createTerminal();
  endOnSignals(terminal);
  if (given[0] === '--version' || given[0] === '-v') return show(terminal, `provenance ${programVersion}`);
  if (given.length === 0) return show(terminal, describeProgram(commands), exitCodes.usage);
  if (given[0] === '--help' || given[0] === '-h') return show(terminal, describeProgram(commands));
  const found = findCommand(given);
  try {
    if (!found) return showGroup(terminal, given);
    const { command, rest } = found;
    if (rest.includes('--help') || rest.includes('-h')) return show(terminal, describeCommand(command));
    const { positionals, values } = readWords(command, rest);
    return await command.run(makeContext(terminal), positionals, values);
  } catch (problem) {
    return explain(terminal, problem, found?.command);
  } finally {
    terminal.clearBar();
  }
}

function readWords({ options, mostWords = Number.POSITIVE_INFINITY, name }: Command, rest: readonly string[]) {
  try {
    const shapes = Object.fromEntries(
      Object.entries(options).map(([key, { type, short, multiple }]) => [
        key,
        { type, ...(short && { short }), ...(multiple && { multiple }) },
      ]),
    );
    const read = parseArgs({ args: [...rest], options: shapes, allowPositionals: true });
    if (read.positionals.length > mostWords)
      throw new UsageError(`${name} does not take the argument "${read.positionals[mostWords]}".`);
    return read as { positionals: string[]; values: Values };
  } catch (problem) {
    throw problem instanceof UsageError ? problem : new UsageError((problem as Error).message);
  }
}

function makeContext(terminal: Terminal): Context {
  const configuration = readConfiguration();
  const { url: baseUrl, key } = configuration;
  const client = () => createClient({ baseUrl, retries, ...(key !== undefined && { credential: key }) });
  return {
    terminal,
    configuration,
    client,
    keyedClient() {
      if (key === undefined) {
        throw new CommandError('There is no API key. Run `provenance login`, or set PROVENANCE_API_KEY.');
      }
      return client();
    },
  };
}

function explain(terminal: Terminal, problem: unknown, command: Command | undefined): ExitCode {
  if (problem instanceof UsageError) {
    terminal.note(`${problem.message} See \`provenance help${command ? ` ${command.name}` : ''}\`.`);
    return exitCodes.usage;
  }
  terminal.note(terminal.paint('red', describeProblem(problem)));
  return exitCodes.failed;
}

/** `provenance keys` and `provenance keys --help`. */
function showGroup(terminal: Terminal, given: readonly string[]): ExitCode {
  const words = given.filter((word) => !word.startsWith('-'));
  const group = words.length === 1 ? describeGroup(words[0]!, commands) : undefined;
  if (group === undefined) throw new UsageError(`There is no command "${words.slice(0, 2).join(' ')}".`);
  const isAsked = given.includes('--help') || given.includes('-h');
  return show(terminal, group, isAsked ? exitCodes.done : exitCodes.usage);
}

function show(terminal: Terminal, text: string, code: ExitCode = exitCodes.done): ExitCode {
  terminal.say(text);
  return code;
}
