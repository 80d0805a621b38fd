// The documents of the real texts, listed in text-sources.tsv. Each comes from a Debian package,
// which is downloaded once with apt-get and unpacked, never installed. The same topic in several
// languages is one document and its translations.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TextDocument {
  /** The same for all translations of a document. */
  readonly topic: string;
  /** Two letters. */
  readonly language: string;
  /** Mallard is the XML of GNOME's help. */
  readonly format: 'html' | 'mallard' | 'man';
  readonly path: string;
}

export const TEXTS_FOLDER = process.env.TEXTS_FOLDER ?? join(tmpdir(), 'real-texts');

/** Downloads what is missing. */
export function listDocuments(): TextDocument[] {
  const documents = new Map<string, TextDocument>();
  for (const { work, format, files, packages } of readTable()) {
    for (const folder of packages.map(unpack)) {
      for (const file of folder ? globSync('usr/share/**', { cwd: folder }).sort() : []) {
        const groups = files.exec(file)?.groups;
        const language = groups && languageOf(groups.language ?? 'en');
        if (!language) continue;
        const document = { topic: `${work}/${groups.topic}`, language, format, path: join(folder!, file) };
        const key = `${document.topic}/${language}`;
        if (!documents.has(key)) documents.set(key, document);
      }
    }
  }
  return [...documents.values()];
}

// Chinese in traditional characters repeats the simplified one. Both kinds of Portuguese count as
// one language, because their texts differ by a few words.
function languageOf(locale: string): string | undefined {
  if (locale === 'C') return 'en';
  if (/^zh[-_]TW$/i.test(locale)) return undefined;
  return /^([a-z]{2})(?:[-_][A-Za-z]{2})?$/.exec(locale)?.[1];
}

function readTable() {
  const [, ...lines] = readFileSync(join(import.meta.dirname, 'text-sources.tsv'), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const [work, format, files, packages] = line.split('\t') as [string, TextDocument['format'], string, string];
    return { work, format, files: new RegExp(`^${files}$`), packages: packages.split(' ') };
  });
}

/** The folder with the files of a package. */
export function unpack(name: string): string | undefined {
  const folder = join(TEXTS_FOLDER, name);
  if (existsSync(folder)) return folder;
  mkdirSync(TEXTS_FOLDER, { recursive: true });
  const download = mkdtempSync(join(TEXTS_FOLDER, '.download-'));
  try {
    const { status, stderr } = spawnSync('apt-get', ['download', '-qq', name], { cwd: download, encoding: 'utf8' });
    if (status !== 0) {
      console.error(`Left out ${name}: apt-get cannot download it. Run apt-get update and try again.\n${stderr}`);
      return undefined;
    }
    execFileSync('dpkg-deb', ['-x', readdirSync(download)[0]!, 'content'], { cwd: download });
    renameSync(join(download, 'content'), folder);
    return folder;
  } finally {
    rmSync(download, { recursive: true });
  }
}
