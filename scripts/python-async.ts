// The resources of the asynchronous Python client, made from those of the synchronous one: the same
// methods with `async` and `await`. So the two cannot differ.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './repository.ts';

const source = 'client-python/src/content_provenance/resources';
const target = 'client-python/src/content_provenance/async_resources';

/** Path of each file → its text. */
export function asyncResources(): Record<string, () => string> {
  const names = readdirSync(join(root, source)).filter((name) => name.endsWith('.py') && name !== '__init__.py');
  return Object.fromEntries(
    names.map((name) => [
      `${target}/${name}`,
      () =>
        `# Generated from ../resources/${name} by npm run generate; do not edit.\n${makeAsync(readFileSync(join(root, source, name), 'utf8'))}`,
    ]),
  );
}

function makeAsync(text: string): string {
  return text
    .replaceAll(/\bTransport\b/g, 'AsyncTransport')
    .replaceAll(/\bIterator\b/g, 'AsyncIterator')
    .replaceAll(/^ {4}def (?!__init__)/gm, '    async def ')
    .replaceAll(/\bself\.(_transport\.)?(\w+)\(/g, 'await self.$1$2(');
}
