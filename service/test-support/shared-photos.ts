// Real photographs, documents and videos from the `shared` folder next to the repository, and forms
// to send them in.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeWhere } from './test-run.ts';

const shared = fileURLToPath(new URL('../../../shared', import.meta.url));

export function withSharedFiles(suite: () => void): void {
  const absence = `${shared} is not there, so its files were not tried.`;
  describeWhere(existsSync(shared), absence, 'with the shared files', suite);
}

export function readPhoto(name: string): Buffer {
  return readFileSync(join(shared, 'media/photos', name));
}

export function readVideo(name: string): Buffer {
  return readFileSync(join(shared, 'media/video', name));
}

export function readDocument(name: string): Buffer {
  return readFileSync(join(shared, 'media/documents', name));
}

export function readSound(name: string): Buffer {
  return readFileSync(join(shared, 'media/audio', name));
}

/** Every file of a folder of the shared corpus, by name. */
export function readCorpus(folder: string): { name: string; bytes: Buffer }[] {
  const path = join(shared, 'corpus', folder);
  return readdirSync(path).map((name) => ({ name, bytes: readFileSync(join(path, name)) }));
}

export function makeForm(fields: Readonly<Record<string, string | Uint8Array>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), 'upload');
  }
  return form;
}

/** A file of the public C2PA test suites. */
export function readManifestFile(path: string): Buffer {
  return readFileSync(join(shared, 'c2pa', path));
}
