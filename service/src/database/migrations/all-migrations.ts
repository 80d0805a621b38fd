// The only list of migrations, oldest first. Forward only: a migration that has landed is never edited.
import { accounts } from './0001-accounts.ts';

export interface Migration {
  readonly name: string;
  /** Portable SQL, one statement each. */
  readonly statements: readonly string[];
}

export const migrations: readonly Migration[] = [{ name: '0001-accounts', statements: accounts }];
