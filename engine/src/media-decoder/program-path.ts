// Where the decoder's program is, for the code that starts processes (the engine itself starts
// none), and whether FFmpeg is available: node-av and its binary for this machine are optional.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

export const decoderProgram = fileURLToPath(new URL('./program/program.ts', import.meta.url));

export function isDecoderInstalled(): boolean {
  const { resolve } = createRequire(import.meta.url);
  const binary = `@seydx/node-av-${process.platform}-${process.arch}`;
  const names = process.platform === 'win32' ? [`${binary}-msvc`, `${binary}-mingw`] : [binary];
  try {
    resolve('node-av/lib');
  } catch {
    return false;
  }
  return names.some((name) => {
    try {
      return resolve(`${name}/package.json`) !== '';
    } catch {
      return false;
    }
  });
}
