// `provenance help [command]`.
import type { Command } from '../command.ts';
import { UsageError } from '../command-errors.ts';
import { exitCodes } from '../exit-codes.ts';
import { describeCommand, describeProgram } from '../help.ts';

export function helpCommand(list: () => readonly Command[]): Command {
  return {
    name: 'help',
    summary: 'Show help for a command',
    parameters: '[command]',
    options: {},
    async run({ terminal }, words) {
      if (words.length === 0) terminal.say(describeProgram(list()));
      else {
        const asked = words.join(' ');
        const found = list().filter(({ name }) => name === asked || name.startsWith(`${asked} `));
        if (found.length === 0) throw new UsageError(`There is no command "${asked}".`);
        terminal.say(found.map(describeCommand).join('\n\n'));
      }
      return exitCodes.done;
    },
  };
}
