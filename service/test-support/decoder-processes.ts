// The processes that decode video for this one, as Linux lists them.
import { readdirSync, readFileSync } from 'node:fs';

export function decoderProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter(isOurDecoder);
}

function isOurDecoder(pid: number): boolean {
  try {
    const parent = Number(/^PPid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    return parent === process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('media-decoder/program');
  } catch {
    // It has ended meanwhile.
    return false;
  }
}

export async function untilDecoders(wanted: (pids: readonly number[]) => boolean): Promise<number[]> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const pids = decoderProcesses();
    if (wanted(pids)) return pids;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`The decoders are still ${decoderProcesses().join(', ') || 'none'}.`);
}
