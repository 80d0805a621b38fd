// Evidence that a log misbehaved: a folder with the files that prove it. It appears complete or not
// at all, and nothing ever replaces it. Anyone can check it with `provenance monitor --compare`.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../atomic-file.ts';
import { flushFolder } from './state-folder.ts';

export interface Evidence {
  /** A word, such as `fork`. */
  readonly kind: string;
  /** What happened, for a person. */
  readonly sentence: string;
  /** Name of the file → its content. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
}

/** An attacker who has the key of a log can make endless contradictions. The first ones suffice. */
const mostOfOneKind = 200;

/** Returns the folder, or undefined if there is enough evidence of this kind already. */
export async function keepEvidence(stateFolder: string, evidence: Evidence): Promise<string | undefined> {
  const all = join(stateFolder, 'evidence');
  await mkdir(all, { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  for (const [name, content] of Object.entries(evidence.files)) hash.update(name).update(content);
  const id = hash.digest('hex').slice(0, 16);
  const kept = readdirSync(all).filter((name) => name.startsWith(`${evidence.kind}-`));
  const earlier = kept.find((name) => name.endsWith(`-${id}`));
  if (earlier) return join(all, earlier);
  if (kept.length >= mostOfOneKind) return undefined;
  const time = new Date().toISOString();
  const folder = join(all, `${evidence.kind}-${time.replaceAll(/[-:]|\.\d+/g, '')}-${id}`);
  const part = `${folder}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { mode: 0o700 });
  for (const [name, content] of Object.entries(evidence.files)) {
    await writeFileAtomically(join(part, name), content, { mode: 0o600 });
  }
  await writeFileAtomically(join(part, 'about.txt'), `${time}\n${evidence.sentence}\n`, { mode: 0o600 });
  await flushFolder(part);
  if (existsSync(folder)) return folder;
  await rename(part, folder);
  await flushFolder(all);
  return folder;
}
