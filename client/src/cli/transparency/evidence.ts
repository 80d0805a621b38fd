// Evidence that a log misbehaved: a folder with the files that prove it. It appears complete or not
// at all, and nothing ever replaces it. Anyone can check it with `provenance monitor --compare`.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../atomic-file.ts';
import { hashOf } from './log-keys.ts';
import { flushFolder } from './state-folder.ts';

export interface Evidence {
  /** A word, such as `fork`. */
  readonly kind: string;
  /** What happened, for a person. */
  readonly sentence: string;
  /** Name of the file → its content. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /**
   * What the contradiction is, if the files can differ without it being another one, for example in
   * the time of a cosignature. Default: the files.
   */
  readonly identity?: string;
  /** The origin of the log. Each log has its own limit, so that one cannot crowd out another. */
  readonly origin?: string;
  /** Only the newest so many of this kind are kept. For what proves nothing. */
  readonly newest?: number;
}

/** An attacker who has the key of a log can make endless contradictions. The first ones suffice. */
const mostOfOneKind = 200;

/** Returns the folder, or undefined if there is enough evidence of this kind already. */
export async function keepEvidence(stateFolder: string, evidence: Evidence): Promise<string | undefined> {
  const all = join(stateFolder, 'evidence');
  await mkdir(all, { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  if (evidence.identity !== undefined) hash.update(evidence.identity);
  else for (const [name, content] of Object.entries(evidence.files)) hash.update(name).update(content);
  const id = hash.digest('hex').slice(0, 16);
  const { kind, origin, newest } = evidence;
  const group = origin === undefined ? `${kind}-` : `${kind}-${hashOf(origin).slice(0, 16)}-`;
  const kept = readdirSync(all).filter((name) => name.startsWith(group) && !name.endsWith('.part'));
  const earlier = kept.find((name) => name.endsWith(`-${id}`));
  if (earlier) return join(all, earlier);
  if (newest === undefined && kept.length >= mostOfOneKind) return undefined;
  const time = new Date().toISOString();
  const folder = join(all, `${group}${time.replaceAll(/[-:]|\.\d+/g, '')}-${id}`);
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
  // The time is in the name, so that the oldest one comes first.
  const surplus = newest === undefined ? [] : kept.sort().slice(0, Math.max(0, kept.length + 1 - newest));
  for (const name of surplus) await rm(join(all, name), { recursive: true, force: true });
  return folder;
}
