// The shape of an operator command, and its two kinds of refusal.
import type { EnvironmentName } from '../access/api-keys.ts';
import type { Database } from '../adapters/database/database.ts';
import type { Configuration } from '../configuration/settings.ts';

export interface Command {
  readonly name: string;
  /** `<required>` or `[optional]`, in order. */
  readonly parameters: readonly string[];
  /** What each option says, such as `reason` for `--reason <text>`. Every option takes a text. */
  readonly options?: Readonly<Record<string, string>>;
  /** One line for the list of commands. */
  readonly about: string;
  /** Loaded only on a call, because the service's modules take a second. */
  load(): Promise<{ readonly run: RunCommand }>;
}

/** `given` has as many arguments as the parameters allow. */
export type RunCommand = (tools: Tools, ...given: string[]) => Promise<void>;

export interface Tools {
  readonly configuration: Configuration;
  /** Chosen with --sandbox. */
  readonly environment: EnvironmentName;
  /** The texts of the command's own options, by name. */
  readonly options: Readonly<Record<string, string>>;
  /** Opens the database of the chosen or named environment. It is closed when the command ends. */
  openDatabase(environment?: EnvironmentName): Promise<Database>;
  print(line: string): void;
}

/** The command was called in a wrong way: exit code 2. */
export class WrongUsage extends Error {}

/** The command was understood but cannot run: exit code 1. */
export class Refused extends Error {}
