// `npm run format`: formats every file and fixes what the linter can fix.
import { join } from 'node:path';
import { root, runNode } from './repository.ts';

process.exit(await runNode([join(root, 'node_modules/@biomejs/biome/bin/biome'), 'check', '--write', '.']));
