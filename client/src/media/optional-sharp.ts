// Stands for sharp in the packed client (build.ts): sharp itself, loaded at its first use, where the caller has installed it, so that
// pictures are marked and hashed as the service does it; else a sharp to which every picture is broken.
import { createRequire } from 'node:module';
import type sharp from 'sharp';

let loaded: typeof sharp | undefined;

function load(): typeof sharp {
  if (loaded) return loaded;
  try {
    loaded = createRequire(import.meta.url)('sharp') as typeof sharp;
  } catch (cause) {
    throw new Error('sharp is not installed.', { cause });
  }
  loaded.cache(false);
  return loaded;
}

export default Object.assign((...given: Parameters<typeof sharp>) => load()(...given), {
  cache() {},
  concurrency() {},
});
