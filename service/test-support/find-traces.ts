// Searches bytes for many needles at once: every way in which a program could have written down an
// upload, its name, its hashes or the address of its sender.
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface Trace {
  /** What it would reveal. */
  readonly about: string;
  readonly needle: Buffer;
}

/** Shorter ones occur by chance. */
const shortest = 8;
const tableBits = 22;

/** Raw, in hex, in base64 at each of its three alignments, and in base64url. */
export function spellingsOf(about: string, bytes: Buffer): Trace[] {
  const inBase64 = [0, 1, 2].map((shift) => {
    // Without the characters that depend on the bytes around it.
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return text.slice(shift === 0 ? 0 : shift + 1, -2);
  });
  const texts = [
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...inBase64,
    ...inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
  return [{ about, needle: bytes }, ...texts.map((text) => ({ about, needle: Buffer.from(text) }))];
}

export function tracesOfHashes(about: string, content: Buffer): Trace[] {
  return ['sha3-256', 'sha256', 'sha512', 'sha1', 'md5'].flatMap((algorithm) =>
    spellingsOf(`${algorithm} of ${about}`, createHash(algorithm).update(content).digest()),
  );
}

/** Looks up the first four bytes at every place in a table, and compares the rest on a hit. */
export class TraceFinder {
  readonly #table = new Uint8Array(1 << tableBits);
  readonly #byStart = new Map<number, Trace[]>();

  constructor(traces: readonly Trace[]) {
    for (const trace of traces) {
      if (trace.needle.length < shortest) throw new RangeError(`${trace.about}: the needle is too short.`);
      const start = trace.needle.readUInt32LE(0);
      this.#table[slotOf(start)] = 1;
      const others = this.#byStart.get(start);
      if (others) others.push(trace);
      else this.#byStart.set(start, [trace]);
    }
  }

  /** What each found needle is about. */
  find(bytes: Buffer): string[] {
    const found = new Set<string>();
    let window = bytes.length < 4 ? 0 : (bytes.readUInt32LE(0) << 8) >>> 0;
    for (let at = 0; at + 4 <= bytes.length; at += 1) {
      window = ((window >>> 8) | (bytes[at + 3]! << 24)) >>> 0;
      if (this.#table[slotOf(window)] === 0) continue;
      for (const { about, needle } of this.#byStart.get(window) ?? []) {
        if (bytes.subarray(at, at + needle.length).equals(needle)) found.add(about);
      }
    }
    return [...found];
  }

  /** Every file in the folder and below it. A file that is removed meanwhile is left out. */
  findInFolder(folder: string): { readonly found: string[]; readonly files: number; readonly bytes: number } {
    const found: string[] = [];
    let [files, bytes] = [0, 0];
    for (const name of globSync('**', { cwd: folder, exclude: () => false })) {
      const path = join(folder, name);
      const content = readIfFile(path);
      if (!content) continue;
      files += 1;
      bytes += content.length;
      found.push(...this.find(Buffer.from(name)), ...this.find(content).map((about) => `${name}: ${about}`));
    }
    return { found, files, bytes };
  }
}

function slotOf(start: number): number {
  return Math.imul(start, 0x9e3779b1) >>> (32 - tableBits);
}

function readIfFile(path: string): Buffer | null {
  try {
    return statSync(path).isFile() ? readFileSync(path) : null;
  } catch {
    return null;
  }
}
