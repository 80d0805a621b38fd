// `npm run format`: brings every file into form and mends what the linter can mend.
import { join } from 'node:path';
import { root, runNode } from './repository.ts';

process.exit(await runNode([join(root, 'node_modules/@biomejs/biome/bin/biome'), 'check', '--write', '.']));
