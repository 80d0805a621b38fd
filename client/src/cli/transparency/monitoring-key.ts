// The monitoring key of an organization: 32 bytes in base64url. It comes from a file or from the
// environment, never from an argument, because other users of the machine can see arguments.
import { CommandError } from '../command-errors.ts';
import { readTextFile } from './log-keys.ts';

export function readMonitoringKey(file: string | undefined): Uint8Array | undefined {
  const given = file === undefined ? process.env.PROVENANCE_MONITORING_KEY : readTextFile(file);
  if (!given) return undefined;
  const text = given.trim();
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length === 32 && bytes.toString('base64url') === text) return new Uint8Array(bytes);
  const where = file === undefined ? 'PROVENANCE_MONITORING_KEY' : file;
  throw new CommandError(`${where} is not a monitoring key. It has 32 bytes in base64url, 43 characters.`);
}
