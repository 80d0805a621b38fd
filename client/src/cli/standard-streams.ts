// `-` on the command line: content from standard input, and to standard output.
import { once } from 'node:events';
import { CommandError } from './command-errors.ts';

export const standardStream = '-';

/** Refuses more than `most` bytes, so that an endless input does not fill the memory. */
export async function readStandardInput(most: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of process.stdin as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > most) {
      throw new CommandError(`Standard input has more than ${Math.floor(most / 2 ** 20)} MB. Use a smaller file.`);
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

export async function writeStandardOutput(bytes: Uint8Array): Promise<void> {
  if (!process.stdout.write(bytes)) await once(process.stdout, 'drain');
}
