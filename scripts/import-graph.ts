// The import graph: edges between files, Node's modules (`node:fs`) and packages (`npm:fastify`).
import { posix } from 'node:path';
import { scanImports } from './scan-imports.ts';

export interface Workspace {
  readonly folder: string;
  /** The name of the package. */
  readonly name: string;
  /** Public entries: specifier after the name (`.`, `./x`) → file in the folder. */
  readonly exports: Readonly<Record<string, string>>;
}

export interface Edge {
  readonly from: string;
  readonly line: number;
  readonly to: string;
  readonly typeOnly: boolean;
  /** Crosses into another workspace, but not through an exported entry. */
  readonly avoidsEntry: boolean;
}

export function readEdges(sources: ReadonlyMap<string, string>, workspaces: readonly Workspace[]): Edge[] {
  const workspaceOf = (path: string) => workspaces.find(({ folder }) => path.startsWith(`${folder}/`));

  function resolve(from: string, specifier: string): { to: string; avoidsEntry: boolean } {
    if (specifier.startsWith('.')) {
      const to = posix.join(posix.dirname(from), specifier);
      const home = workspaceOf(from);
      const target = workspaceOf(to);
      // Scripts are tools of this repository. They belong to no workspace and can import
      // everything.
      return { to, avoidsEntry: home !== undefined && target !== undefined && home !== target };
    }
    const target = workspaces.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
    if (!target) return { to: specifier.startsWith('node:') ? specifier : `npm:${specifier}`, avoidsEntry: false };
    const entry = target.exports[`.${specifier.slice(target.name.length)}`];
    const file = entry ?? specifier.slice(target.name.length + 1);
    return { to: posix.join(target.folder, file), avoidsEntry: entry === undefined };
  }

  return [...sources].flatMap(([from, source]) =>
    scanImports(source).map(({ specifier, line, typeOnly }) => ({ from, line, typeOnly, ...resolve(from, specifier) })),
  );
}

/**
 * Cycles of files that import each other, types included, each once: Tarjan's strongly connected
 * components.
 */
export function findCircles(edges: readonly Edge[]): string[][] {
  const targets = Map.groupBy(edges, ({ from }) => from);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];

  function visit(file: string): void {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    stack.push(file);
    for (const { to } of targets.get(file) ?? []) {
      if (!order.has(to)) visit(to);
      if (stack.includes(to)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(to)!));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    const importsItself = targets.get(file)?.some(({ to }) => to === file);
    if (circle.length > 1 || importsItself) circles.push(circle.sort());
  }

  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return circles;
}
