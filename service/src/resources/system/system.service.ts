// What the service says about itself: whether it is well, and which release answers.

import type { EnvironmentName } from '../../access/api-keys.ts';
import type { Database } from '../../adapters/database/database.ts';
import type { KeyValueStore } from '../../adapters/key-value/key-value-store.ts';
import { fail } from '../../http/error-catalogue.ts';
import { release } from '../../release.ts';

export interface SystemParts {
  readonly environment: EnvironmentName;
  readonly database: Database;
  readonly keyValue: KeyValueStore;
}

const checkMilliseconds = 2_000;

export type SystemService = ReturnType<typeof createSystemService>;

export function createSystemService({ environment, database, keyValue }: SystemParts) {
  return {
    version: () => ({ version: release, environment, api: 'v1' as const }),

    async health() {
      const [databaseAnswers, cacheAnswers] = await Promise.all([
        answersInTime(database.ping()),
        answersInTime(keyValue.ping()),
      ]);
      const checks = { database: word(databaseAnswers), cache: word(cacheAnswers) };
      if (!databaseAnswers || !cacheAnswers) fail('service_unavailable', { status: 'failing', checks });
      return { status: 'ok' as const, checks };
    },
  };
}

function word(answers: boolean): 'ok' | 'failing' {
  return answers ? 'ok' : 'failing';
}

async function answersInTime(check: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), checkMilliseconds);
  });
  const answered = await Promise.race([
    check.then(
      () => true,
      () => false,
    ),
    late,
  ]);
  clearTimeout(timer);
  return answered;
}
