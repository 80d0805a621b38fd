// The distance between two pictures by Debian's `butteraugli`: 0 for equal pictures, 1 if a
// difference is just noticeable at the worst spot. The program takes half a second for a small
// crop, so results are cached next to the downloaded pictures.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open, type Picture } from './image-attacks.ts';

export function expectButteraugli(): void {
  if (spawnSync('butteraugli').error) throw new Error('Install the package butteraugli: it compares the pictures.');
}

export async function butteraugli(before: Picture, after: Picture, cache: string): Promise<number> {
  if (before.data.equals(after.data)) return 0;
  const kept = join(cache, 'butteraugli', digest(before, after));
  if (existsSync(kept)) return Number(readFileSync(kept, 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), 'butteraugli-'));
  try {
    const paths = [join(folder, 'before.png'), join(folder, 'after.png')];
    await open(before).png({ compressionLevel: 1 }).toFile(paths[0]!);
    await open(after).png({ compressionLevel: 1 }).toFile(paths[1]!);
    const distance = Number(execFileSync('butteraugli', paths, { encoding: 'utf8' }));
    if (!Number.isFinite(distance)) throw new Error('butteraugli did not answer with a number.');
    mkdirSync(join(cache, 'butteraugli'), { recursive: true });
    writeFileSync(kept, String(distance));
    return distance;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function digest(before: Picture, after: Picture): string {
  const hash = createHash('sha256').update(`${before.width}×${before.height}`);
  return hash.update(before.data).update(after.data).digest('hex');
}
