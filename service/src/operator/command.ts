// What a command of the operator is, and the two ways in which it says no.
import type { EnvironmentName } from '../access/api-keys.ts';
import type { Database } from '../adapters/database/database.ts';
import type { Configuration } from '../configuration/settings.ts';

export interface Command {
  readonly name: string;
  /** `<needed>` or `[optional]`, in order. */
  readonly parameters: readonly string[];
  /** One line for the list of commands. */
  readonly about: string;
  /** Loaded only when called: the service's modules take a second. */
  load(): Promise<{ readonly run: RunCommand }>;
}

/** `given` holds as many arguments as the parameters allow. */
export type RunCommand = (tools: Tools, ...given: string[]) => Promise<void>;

export interface Tools {
  readonly configuration: Configuration;
  /** Chosen with --sandbox. */
  readonly environment: EnvironmentName;
  /**
   * Opens the database of the chosen environment, or of the one named; closed when the command
   * ends.
   */
  openDatabase(environment?: EnvironmentName): Promise<Database>;
  print(line: string): void;
}

/** The command was not called as it must be: exit code 2. */
export class WrongUsage extends Error {}

/** The command was understood and cannot be carried out: exit code 1. */
export class Refused extends Error {}
