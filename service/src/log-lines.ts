// Where log lines go: gathered for a moment, written together, the last ones when the process ends. A slow reader of the
// log never stops the service; when it falls far behind, lines are dropped and their number is told.
import { write, writeSync } from 'node:fs';

export interface LogLines {
  write(line: string): void;
}

const gatherMilliseconds = 100;
const gatherCharacters = 32 * 1024;
const mostWaitingCharacters = 16 * 1024 * 1024;
const retryMilliseconds = 20;

export function openLogLines(descriptor: number): LogLines {
  // Kept as they came: joining at every line would copy the whole again and again.
  let lines: string[] = [];
  let characters = 0;
  let dropped = 0;
  let rest = Buffer.alloc(0);
  let busy = false;
  let timer: NodeJS.Timeout | undefined;

  function take(): void {
    if (dropped > 0) lines.push(`{"level":"warn","msg":"log lines dropped","dropped":${dropped}}\n`);
    rest = Buffer.concat([rest, Buffer.from(lines.join(''))]);
    lines = [];
    characters = 0;
    dropped = 0;
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (busy) return;
    take();
    if (rest.length === 0) return;
    busy = true;
    write(descriptor, rest, (problem, written) => {
      busy = false;
      if (!problem) rest = rest.subarray(written);
      else if (problem.code !== 'EAGAIN') rest = Buffer.alloc(0);
      if (rest.length > 0 || lines.length > 0) timer ??= setTimeout(flush, problem ? retryMilliseconds : 0);
    });
  }

  process.on('exit', () => {
    take();
    for (let attempts = 0; rest.length > 0 && attempts < 100; attempts += 1) {
      try {
        rest = rest.subarray(writeSync(descriptor, rest));
      } catch (problem) {
        if ((problem as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      }
    }
  });

  return {
    write(line) {
      if (characters > mostWaitingCharacters) {
        dropped += 1;
        return;
      }
      lines.push(line);
      characters += line.length;
      if (characters >= gatherCharacters) flush();
      else timer ??= setTimeout(flush, gatherMilliseconds).unref();
    },
  };
}
