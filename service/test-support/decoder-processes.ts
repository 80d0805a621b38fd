// The processes that decode video for this one, as Linux lists them.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { commandOf, processTree, untilAtWork } from './process-tree.ts';

/** Started by this process or by one of its compute processes. */
export function decoderProcesses(root = process.pid): number[] {
  return processTree(root).filter((pid) => commandOf(pid).includes('media-decoder/program'));
}

export async function untilDecoders(wanted: (pids: readonly number[]) => boolean): Promise<number[]> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const pids = decoderProcesses();
    if (wanted(pids)) return pids;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`The decoders are still ${decoderProcesses().join(', ') || 'none'}.`);
}

/** The decoder at work: one that has used this much of the processor since. */
export function untilDecoderWorks(milliseconds: number): Promise<number> {
  return untilAtWork(() => decoderProcesses(), milliseconds);
}

/** Files that a process has open for writing. */
export function filesWritten(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`)
    .filter((descriptor) => {
      const flags = /^flags:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/fdinfo/${descriptor}`, 'utf8'))?.[1] ?? '0';
      return (Number.parseInt(flags, 8) & 3) !== 0;
    })
    .map((descriptor) => readlinkSync(`/proc/${pid}/fd/${descriptor}`))
    .filter((path) => path.startsWith('/') && !path.startsWith('/dev/'));
}
