// For `node --test --test-global-setup`: one PostgreSQL for all test files. A file that runs alone
// starts its own.
import { isPostgresHere, type PrivatePostgres, startPostgres } from './postgres-server.ts';

let server: PrivatePostgres | undefined;

export async function globalSetup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL !== undefined || !isPostgresHere()) return;
  server = await startPostgres();
  process.env.TEST_DATABASE_URL = server.url;
}

export async function globalTeardown(): Promise<void> {
  await server?.stop();
}
