// What every script needs: the root of the repository, its workspaces and files, and a function
// that runs a program.
import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** The folders of the workspaces, as package.json lists them. */
export function listWorkspaces(): string[] {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] };
  return workspaces;
}

/**
 * Paths relative to the root, sorted, with forward slashes, without installed and generated files.
 */
export function listFiles(folders: readonly string[], ending: string): string[] {
  const ignored = new Set(['node_modules', 'dist', 'data', 'results']);
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*${ending}`, { cwd: root, exclude: (name) => ignored.has(name) }))
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

/** Runs this Node from the root, with the given arguments. Returns the exit code. */
export function runNode(nodeArguments: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...nodeArguments], {
    cwd: root,
    stdio: 'inherit',
  });
  const end = () => child.kill('SIGTERM');
  process.on('SIGTERM', end);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => {
      process.off('SIGTERM', end);
      resolve(code ?? 1);
    });
  });
}
