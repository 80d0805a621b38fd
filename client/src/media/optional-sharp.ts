// Replaces sharp in the packed client (build.ts). If you installed sharp, it loads at its first
// use, and images are watermarked and hashed as on the service. Otherwise, every image counts as
// unreadable.
import { createRequire } from 'node:module';
import type sharp from 'sharp';
import { missingSharp } from './missing-sharp.ts';

let loaded: typeof sharp | undefined;

function load(): typeof sharp {
  if (loaded) return loaded;
  try {
    loaded = createRequire(import.meta.url)('sharp') as typeof sharp;
  } catch (cause) {
    // A plain error, like the errors of sharp.
    throw Object.assign(new Error('The package sharp is not installed.', { cause }), { code: missingSharp });
  }
  loaded.cache(false);
  return loaded;
}

export default Object.assign((...given: Parameters<typeof sharp>) => load()(...given), {
  cache() {},
  concurrency() {},
});
