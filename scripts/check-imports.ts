// Checks that imports follow the rules of ARCHITECTURE.md: the table of import-rules.ts, public
// entries between workspaces, and no cycles. Why we wrote our own:
// docs/decisions/0001-own-import-checker.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Edge, findCircles, readEdges, type Workspace } from './import-graph.ts';
import { type ImportRule, importRules } from './import-rules.ts';
import { listFiles, listWorkspaces, root } from './repository.ts';

/** One sentence for each breach. */
export function checkImports(sources: ReadonlyMap<string, string>, workspaces: readonly Workspace[]): string[] {
  const edges = readEdges(sources, workspaces);
  const breaches = edges.flatMap((edge) =>
    rulesBroken(edge).map((rule) => `${edge.from}:${edge.line} imports ${edge.to}. ${rule}`),
  );
  const circles = findCircles(edges).map((files) => `These import each other in a circle: ${files.join(', ')}.`);
  return [...breaches, ...circles];
}

function rulesBroken(edge: Edge): string[] {
  const broken = importRules.filter((rule) => breaks(edge, rule)).map(({ rule }) => rule);
  if (edge.avoidsEntry) broken.push('Another workspace is reached only through the public entry of its package.');
  return broken;
}

function breaks({ from, to, typeOnly }: Edge, rule: ImportRule): boolean {
  const source = rule.from.exec(from);
  if (!source || !rule.to.test(to) || (rule.typesAreFree && typeOnly)) return false;
  return rule.except === undefined || !new RegExp(rule.except.replaceAll('$1', source[1] ?? '')).test(to);
}

function readWorkspace(folder: string): Workspace {
  const { name, exports = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return { folder, name, exports: typeof exports === 'string' ? { '.': exports } : exports };
}

if (import.meta.main) {
  const folders = [...listWorkspaces(), 'scripts', 'bench', 'test'];
  const files = ['.ts', '.tsx', '.js'].flatMap((ending) => listFiles(folders, ending));
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const breaches = checkImports(sources, listWorkspaces().map(readWorkspace));
  for (const breach of breaches) console.error(breach);
  if (breaches.length > 0) process.exit(1);
  console.log(`${files.length} files keep to the import rules.`);
}
