// `provenance completion bash|zsh|fish`: a script for the shell, made from the declarations of the
// commands.
import type { Command } from '../command.ts';
import { UsageError } from '../command-errors.ts';
import { exitCodes } from '../exit-codes.ts';

const shells: Readonly<Record<string, (commands: readonly Command[]) => string>> = { bash, zsh, fish };

export function completionCommand(list: () => readonly Command[]): Command {
  return {
    name: 'completion',
    summary: 'Print a completion script for bash, zsh or fish',
    parameters: 'bash|zsh|fish',
    mostWords: 1,
    details: `bash: source <(provenance completion bash)
zsh:  source <(provenance completion zsh)
fish: provenance completion fish | source`,
    options: {},
    async run({ terminal }, [shell = '']) {
      const write = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
      if (!write) throw new UsageError('Enter a shell: bash, zsh or fish.');
      terminal.say(write(list()));
      return exitCodes.done;
    },
  };
}

function firstWords(commands: readonly Command[]): string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ')[0]!))];
}

/** The second words of a group such as `keys`. */
function secondWords(commands: readonly Command[], first: string): string[] {
  return commands.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []));
}

function optionsOf(commands: readonly Command[], first: string): string[] {
  const group = commands.filter(({ name }) => name.split(' ')[0] === first);
  return [...new Set(group.flatMap(({ options }) => Object.keys(options).map((option) => `--${option}`)))];
}

function bash(commands: readonly Command[]): string {
  const cases = firstWords(commands).map((first) => {
    const words = [
      ...secondWords(commands, first),
      ...(first === 'completion' ? Object.keys(shells) : []),
      ...optionsOf(commands, first),
    ];
    return `    ${first}) words="${words.join(' ')}" ;;`;
  });
  return `_provenance() {
  local current=\${COMP_WORDS[COMP_CWORD]} words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${firstWords(commands).join(' ')}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current") $(compgen -f -- "$current"))
}
complete -o filenames -F _provenance provenance`;
}

function zsh(commands: readonly Command[]): string {
  return `autoload -Uz bashcompinit && bashcompinit
${bash(commands)}`;
}

function fish(commands: readonly Command[]): string {
  const quote = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
  const lines = firstWords(commands).flatMap((first) => {
    const { summary } = commands.find(({ name }) => name.split(' ')[0] === first)!;
    const seen = `-n '__fish_seen_subcommand_from ${first}'`;
    const options = commands
      .filter(({ name }) => name.split(' ')[0] === first)
      .flatMap(({ options }) => Object.entries(options));
    return [
      `complete -c provenance -n __fish_use_subcommand -a ${first} -d ${quote(summary)}`,
      ...secondWords(commands, first).map((word) => `complete -c provenance ${seen} -a ${word}`),
      ...options.map(
        ([name, { type, short, about }]) =>
          `complete -c provenance ${seen} -l ${name}${short ? ` -s ${short}` : ''}${type === 'string' ? ' -r' : ''} -d ${quote(about)}`,
      ),
    ];
  });
  return [...new Set(lines)].join('\n');
}
