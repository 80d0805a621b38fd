// Input and output of the program: results go to standard output, everything else to standard
// error. Colors, bars and questions are only for terminals. A pipe gets plain text.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError } from './command-errors.ts';

const colours = { red: 31, green: 32, yellow: 33, dim: 2, bold: 1 } as const;
export type Colour = keyof typeof colours;

/**
 * Text from others, as one line: no name can move the cursor, set colors, or change the direction
 * of the text.
 */
export function asPrintable(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ');
}

export type Terminal = ReturnType<typeof createTerminal>;

export function createTerminal() {
  const { stdout, stderr, stdin, env } = process;
  const coloured = Boolean(stdout.isTTY) && !env.NO_COLOR && env.TERM !== 'dumb';
  const barred = Boolean(stderr.isTTY) && env.TERM !== 'dumb';
  let bar = '';

  function clearBar(): void {
    if (bar) stderr.write('\r\x1b[K');
    bar = '';
  }

  return {
    paint: (colour: Colour, text: string) => (coloured ? `\x1b[${colours[colour]}m${text}\x1b[0m` : text),
    /** A line of result. */
    say(line: string): void {
      clearBar();
      stdout.write(`${line}\n`);
    },
    sayJson(value: unknown): void {
      this.say(JSON.stringify(value));
    },
    /** A line that is not a result. */
    note(line: string): void {
      clearBar();
      stderr.write(`${line}\n`);
    },
    /** Whether bars are shown. */
    barred,
    /** From 0 to 1. */
    showProgress(fraction: number, label: string): void {
      if (!barred) return;
      const width = 24;
      const filled = Math.round(Math.min(Math.max(fraction, 0), 1) * width);
      // Some terminals say that they have 0 columns: they do not know.
      const next = `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${label}`.slice(0, (stderr.columns || 80) - 1);
      if (next === bar) return;
      bar = next;
      stderr.write(`\r\x1b[K${bar}`);
    },
    clearBar,
    /** Asks on a terminal. A secret is not shown while you type it. */
    async ask(question: string, secret = false): Promise<string> {
      if (!stdin.isTTY)
        throw new CommandError(
          `${question.replace(/[:?]\s*$/, '')} is missing, and there is no terminal to ask for it.`,
        );
      stderr.write(question);
      const output = secret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : stderr;
      const reading = createInterface({ input: stdin, output, terminal: true });
      try {
        return (await reading.question('')).trim();
      } finally {
        reading.close();
        if (secret) stderr.write('\n');
      }
    },
  };
}
