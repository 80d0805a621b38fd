// The processes that decode video for this one, as Linux lists them.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

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

/** The decoder that is at work: one that has used so much of the processor since. */
export async function untilDecoderWorks(milliseconds: number): Promise<number> {
  const before = new Map(decoderProcesses().map((pid) => [pid, processorMilliseconds(pid)]));
  const [pid] = await untilDecoders((pids) => busy(pids) !== undefined);
  return busy([pid!, ...decoderProcesses()])!;

  function busy(pids: readonly number[]): number | undefined {
    return pids.find((each) => processorMilliseconds(each) - (before.get(each) ?? 0) >= milliseconds);
  }
}

/** proc(5): user and system time are the fields 14 and 15, in hundredths of a second. */
function processorMilliseconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

/** Files that a process holds open for writing. */
export function filesWritten(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`)
    .filter((descriptor) => {
      const flags = /^flags:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/fdinfo/${descriptor}`, 'utf8'))?.[1] ?? '0';
      return (Number.parseInt(flags, 8) & 3) !== 0;
    })
    .map((descriptor) => readlinkSync(`/proc/${pid}/fd/${descriptor}`))
    .filter((path) => path.startsWith('/') && !path.startsWith('/dev/'));
}
