// Lets the dashboard import components from the files of a package instead of its index. esbuild
// puts everything that any page takes from an index into one chunk, and then the first page would
// load components of pages that you have not opened.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

const imports = /import \{([^}]*)\} from '@mantine\/core';/g;
const index = fileURLToPath(import.meta.resolve('@mantine/core'));

/** Names → the files that define them. */
function readIndex(): ReadonlyMap<string, string> {
  const lines = readFileSync(index, 'utf8').matchAll(/^import \{([^}]*)\} from "(\.[^"]+)";$/gm);
  return new Map(
    [...lines].flatMap(([, names, file]) =>
      names!.split(',').map((name) => [name.trim(), join(dirname(index), file!)]),
    ),
  );
}

export function directImports(): Plugin {
  const files = readIndex();
  const direct = (name: string) => `import { ${name} } from ${JSON.stringify(files.get(name) ?? '@mantine/core')};`;
  return {
    name: 'direct-imports',
    setup(build) {
      build.onLoad({ filter: /dashboard\/src\/.*\.tsx?$/ }, ({ path }) => ({
        loader: path.endsWith('x') ? 'tsx' : 'ts',
        contents: readFileSync(path, 'utf8').replaceAll(imports, (_, list: string) => {
          const names = list.split(',').map((name) => name.trim());
          return names
            .filter((name) => name !== '' && !name.startsWith('type '))
            .map(direct)
            .join('');
        }),
      }));
    },
  };
}
