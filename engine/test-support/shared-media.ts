// Sample media next to the repository (../shared), used in place. If they are absent, the test says
// so and is skipped. On CI, a missing file is a failure.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

const folder = join(import.meta.dirname, '../../../shared');

/** Returns the file, or null after skipping the test. */
export function sharedFile(test: TestContext, path: string): Buffer | null {
  const file = join(folder, path);
  if (existsSync(file)) return readFileSync(file);
  if (process.env.CI === 'true') throw new Error(`Sample media are missing: ${file}`);
  test.skip(`Sample media are not beside the repository: ${file}`);
  return null;
}
