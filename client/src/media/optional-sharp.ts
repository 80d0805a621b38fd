// Stands for sharp in the packed client (build.ts): sharp itself, loaded at its first use, where the caller has installed it, so that
// pictures are marked and hashed as the service does it; else a sharp to which every picture is broken.
import { createRequire } from 'node:module';
import type sharp from 'sharp';
import { missingSharp } from './missing-sharp.ts';

let loaded: typeof sharp | undefined;

function load(): typeof sharp {
  if (loaded) return loaded;
  try {
    loaded = createRequire(import.meta.url)('sharp') as typeof sharp;
  } catch (cause) {
    // A plain error, as sharp's own are.
    throw Object.assign(new Error('The package sharp is not installed.', { cause }), { code: missingSharp });
  }
  loaded.cache(false);
  return loaded;
}

export default Object.assign((...given: Parameters<typeof sharp>) => load()(...given), {
  cache() {},
  concurrency() {},
});
