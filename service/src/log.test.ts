// The log of a real process: complete and in order, whether the process ends normally or by exit,
// and harmless with a slow reader.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';

const program = (body: string) => [
  '--input-type=module',
  '-e',
  `import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)};
   const log = createLog('info');
   ${body}`,
];

test('every line is there after a normal end and after process.exit', () => {
  for (const end of ['', 'process.exit(0);']) {
    const output = execFileSync(
      process.execPath,
      program(`for (let number = 0; number < 5000; number += 1) log.info({ number }, 'line'); ${end}`),
      { encoding: 'utf8' },
    );
    const numbers = output
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { number: number }).number);
    assert.deepEqual(
      numbers,
      Array.from({ length: 5_000 }, (_, number) => number),
    );
  }
});

test('a reader that never reads does not stop the process', async () => {
  const child = spawn(
    process.execPath,
    program(`
      const text = 'x'.repeat(1000);
      for (let number = 0; number < 40000; number += 1) log.info(text);
      setTimeout(() => console.error('alive'), 200);`),
  );
  await once(child.stderr, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
});
