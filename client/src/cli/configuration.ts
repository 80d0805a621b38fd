// The address of the service and the credentials: from the environment, otherwise from a file that
// only its owner can read. `provenance login` writes the file. PROVENANCE_CONFIG names another
// place for it.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Answer } from '../index.ts';
import { writeFileAtomically } from './atomic-file.ts';
import { CommandError } from './command-errors.ts';

export interface Settings {
  readonly url?: string;
  readonly key?: string;
  readonly generator?: string;
  readonly model?: string;
  /** The root certificates of the service, in PEM, as received at login. */
  readonly roots?: string;
  /** The keys of detection receipts, as received at login. */
  readonly receiptKeys?: Answer<'GET /v1/receipts/keys'> | undefined;
  /** The keys of the transparency log, as received at login from this service. */
  readonly logKeys?: { readonly url: string; readonly keys: string } | undefined;
}

export interface Configuration extends Settings {
  readonly url: string;
}

const fallbackUrl = 'http://127.0.0.1:8080';
const variables = {
  url: 'PROVENANCE_URL',
  key: 'PROVENANCE_API_KEY',
  generator: 'PROVENANCE_GENERATOR',
  model: 'PROVENANCE_MODEL',
};

export function configurationFile(): string {
  const { PROVENANCE_CONFIG, XDG_CONFIG_HOME } = process.env;
  return PROVENANCE_CONFIG || join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'provenance', 'config.json');
}

export function readConfiguration(): Configuration {
  const given = Object.entries(variables).flatMap(([name, variable]) => {
    const value = process.env[variable];
    return value ? [[name, value]] : [];
  });
  const settings: Settings = { ...readFile(), ...Object.fromEntries(given) };
  return { ...settings, url: settings.url ?? fallbackUrl };
}

/** Keeps fields that are not given. */
export async function saveSettings(changes: Settings): Promise<string> {
  const file = configurationFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  await writeFileAtomically(file, `${JSON.stringify({ ...readFile(), ...changes }, null, 2)}\n`, { mode: 0o600 });
  return file;
}

export function forgetSettings(): string {
  const file = configurationFile();
  rmSync(file, { force: true });
  return file;
}

function readFile(): Settings {
  const file = configurationFile();
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return {};
  }
  try {
    return JSON.parse(text) as Settings;
  } catch {
    throw new CommandError(`${file} is not valid JSON. Delete it and log in again.`);
  }
}
