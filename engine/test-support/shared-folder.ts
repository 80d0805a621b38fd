// Test support: reads vectors and sample media from the `shared` folder next to the repository. If
// that folder is absent, a test is skipped with a sentence. On CI (CI=true) it fails instead, so
// that nothing passes there without its vectors.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';

export const expectedFolder = fileURLToPath(new URL('../../../shared', import.meta.url));

export class SharedFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  bytes(path: string): Buffer {
    return readFileSync(join(this.#folder, path));
  }

  text(path: string): string {
    return this.bytes(path).toString('utf8');
  }

  json<Shape>(path: string): Shape {
    return JSON.parse(this.text(path));
  }

  names(path: string): string[] {
    return readdirSync(join(this.#folder, path)).sort();
  }
}

export function testWithShared(
  name: string,
  body: (shared: SharedFolder, context: TestContext) => void | Promise<void>,
): void {
  test(name, (context) => {
    const shared = openSharedFolder(expectedFolder, process.env.CI === 'true');
    return shared
      ? body(shared, context)
      : context.skip(`${expectedFolder} is not there, so its vectors were not run.`);
  });
}

export function openSharedFolder(folder: string, required: boolean): SharedFolder | undefined {
  if (existsSync(folder)) return new SharedFolder(folder);
  if (required) throw new Error(`${folder} is missing: on CI the shared vectors must be there.`);
  return undefined;
}
