// Signs an upload, verifies each file that the service then delivers, and compares what programs
// show of them with what they show of the canonical content.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { detectFormat, isRefusal } from '../../../engine/src/index.ts';
import { deliverables } from '../attacks/all-attacks.ts';
import { type ShelfSigner, UnknownStructure } from '../shelf-signer.ts';
import type { Viewer } from './viewer.ts';

export interface Upload {
  readonly name: string;
  readonly bytes: Buffer;
}

export interface Difference {
  readonly upload: string;
  readonly format: string;
  readonly variant: string;
  /** The program, or `verify` if the file is not authentic. */
  readonly viewer: string;
  /** What the canonical file shows → what this one shows. */
  readonly detail: string;
}

export interface Rendering {
  readonly format: string;
  /** Authentic files that were compared with the canonical one, including itself. */
  readonly files: number;
  /** Programs that could show the canonical file. */
  readonly shownBy: readonly string[];
  readonly differences: readonly Difference[];
}

const variantNames = ['delivered', 'canonical', 'delivered with a manifest', 'canonical with a manifest'];
const canonicalPlace = 1;
const extensions: Readonly<Record<string, string>> = { jpeg: 'jpg', matroska: 'mkv' };

/**
 * Null for an upload that cannot be signed, or without derivable canonical content. folder: only
 * for this comparison.
 */
export async function compareVariants(
  signer: ShelfSigner,
  viewers: readonly Viewer[],
  folder: string,
  { name: upload, bytes }: Upload,
): Promise<Rendering | null> {
  const signed = await signer.sign(bytes).catch(refused);
  // Plain text has no container: the delivered bytes are the signed ones.
  if (!signed || signed.delivered.equals(signed.canonical)) return null;
  const { name: format, mimeType } = detectFormat(signed.delivered)!;
  const contents = deliverables(signed);
  const differences: Difference[] = [];
  const differs = (place: number, viewer: string, detail: string) =>
    differences.push({ upload, format, variant: variantNames[place]!, viewer, detail });
  for (const [place, file] of contents.entries()) {
    const { authentic, reason } = await signer.verify(file, signed.token);
    if (!authentic) differs(place, 'verify', `authentic → ${reason}`);
  }
  const files = contents.map((content, place) => {
    const path = join(folder, `variant-${place}.${extensions[format] ?? format}`);
    writeFileSync(path, content);
    return { path, format, mimeType };
  });
  const shownBy: string[] = [];
  for (const viewer of viewers.filter((each) => each.views(format))) {
    const seen = await viewer.view(files);
    const canonical = seen[canonicalPlace]!;
    // Without a display of the canonical file, there is nothing to compare.
    if (canonical === null) continue;
    shownBy.push(viewer.name);
    for (const [place, each] of seen.entries()) {
      if (each !== canonical) differs(place, viewer.name, describe(canonical, each));
    }
  }
  for (const { path } of files) rmSync(path);
  return { format, files: contents.length, shownBy, differences };
}

function refused(problem: unknown): null {
  if (isRefusal(problem) || problem instanceof UnknownStructure) return null;
  throw problem;
}

function describe(canonical: string, other: string | null): string {
  const [left, right] = [canonical.split('\n'), other?.split('\n') ?? ['nothing']];
  const only = (lines: readonly string[], others: readonly string[]) =>
    lines
      .filter((line) => !others.includes(line))
      .slice(0, 3)
      .join(' | ')
      .slice(0, 300);
  return `${only(left, right)} → ${only(right, left)}`;
}
