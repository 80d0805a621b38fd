// What the program says about itself: the help of every command, hints, and completion scripts.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { commands } from '../../client/src/cli/commands.ts';
import { workThrough } from '../../client/src/cli/work-through.ts';
import { findProgram } from '../../service/test-support/private-program.ts';
import { type PackedClient, packClient, run } from '../test-support/provenance-program.ts';

let client: PackedClient;
before(async () => {
  client = await packClient();
});
after(() => client.remove());

test('every command and every group of commands shows its help', async () => {
  const names = commands.map(({ name }) => name);
  const groups = names.flatMap((name) => (name.includes(' ') ? [name.split(' ')[0]!] : []));
  const asked = [...names, ...new Set(groups)].map((name) => [...name.split(' '), '--help']);
  for (const name of new Set([...groups, 'sign', 'keys rotate'])) asked.push(['help', ...name.split(' ')]);
  await workThrough([...asked, ['keys', '-h'], ['--help', 'keys']], 4, async (words) => {
    const { code, output, words: said } = await run(client.program, words);
    assert.deepEqual([code, said], [0, ''], words.join(' '));
    assert.match(output, /Usage: provenance /, words.join(' '));
  });
  for (const group of new Set(groups)) {
    const { output } = await run(client.program, [group, '--help']);
    for (const name of names) assert.equal(output.includes(`  ${name} `), name.startsWith(`${group} `), name);
    const bare = await run(client.program, [group]);
    assert.deepEqual([bare.code, bare.output], [2, output], 'without a word, it is a mistake');
  }
  const { code, words } = await run(client.program, ['keys', 'sing', '--help']);
  assert.deepEqual([code, words], [2, 'There is no command "keys sing". See `provenance help`.\n']);
});

test('unknown words give exit code 2 and a hint, and completion scripts are valid for their shells', async () => {
  for (const words of [['sing'], ['sign', '--quick', 'x'], ['verify', '--offline', 'x']]) {
    const result = await run(client.program, words);
    assert.deepEqual([result.code, result.output], [2, ''], words.join(' '));
    assert.match(result.words, /See `provenance help/);
  }
  const missing = await run(client.program, ['verify', 'nothing-here.jpg']);
  assert.deepEqual([missing.code, /nothing-here\.jpg/.test(missing.words)], [4, true]);
  for (const shell of ['zsh', 'fish']) {
    const { output, code } = await run(client.program, ['completion', shell]);
    assert.deepEqual([code, /keys/.test(output)], [0, true]);
    const found = findProgram(shell);
    if (found) assert.equal(spawnSync(found, ['-n'], { input: output }).status, 0, shell);
  }
  const { output } = await run(client.program, ['completion', 'bash']);
  const script = `${output}
COMP_WORDS=(provenance ke); COMP_CWORD=1; _provenance; echo "$COMPREPLY"
COMP_WORDS=(provenance keys ro); COMP_CWORD=2; _provenance; echo "$COMPREPLY"
COMP_WORDS=(provenance sign --n); COMP_CWORD=2; _provenance; echo "\${COMPREPLY[@]}"
COMP_WORDS=(provenance sign --wat); COMP_CWORD=2; _provenance; echo "\${COMPREPLY[@]}"`;
  assert.equal(
    String(spawnSync('bash', ['-c', script]).stdout),
    'keys\nrotate\n--neural --no-neural\n--watch --watermark\n',
  );
});
