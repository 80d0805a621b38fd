// The log of a real process: complete and in order, whether it ends by itself, by exit, or with a reader that is slow.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

const program = (body: string) => [
  '--input-type=module',
  '-e',
  `import { openLogLines } from ${JSON.stringify(new URL('./log-lines.ts', import.meta.url).href)};
   const lines = openLogLines(1);
   ${body}`,
];
const numbers = (count: number) => Array.from({ length: count }, (_, number) => `${number}`);

test('every line is there after a plain end and after process.exit', () => {
  for (const end of ['', 'process.exit(0);']) {
    const output = execFileSync(
      process.execPath,
      program(`for (let number = 0; number < 5000; number += 1) lines.write(number + '\\n'); ${end}`),
      { encoding: 'utf8' },
    );
    assert.deepEqual([...new Set(output.trim().split('\n'))], numbers(5_000));
  }
});

test('a reader that falls far behind costs lines, not the process, and their number is told', async () => {
  const child = spawn(
    process.execPath,
    program(`
      const line = 'x'.repeat(1023) + '\\n';
      for (let number = 0; number < 40000; number += 1) lines.write(line);
      setTimeout(() => { lines.write('last\\n'); console.error('alive'); }, 200);`),
  );
  await once(child.stderr, 'data');
  await wait(100);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child, 'close');
  const dropped = Number(/"dropped":(\d+)/.exec(output)?.[1]);
  assert.ok(dropped > 20_000 && dropped < 40_000, `${dropped} dropped`);
  assert.match(output, /last\n$/);
});
