// Another helper in place of ours, and helpers that break the protocol. They are small programs of
// Node, so the test needs no HSM.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CustodyUnavailable, KeyUnavailable } from '../custodian.ts';
import type { CustodianCalls } from '../remote-custodian.ts';
import { createHelperCalls } from './helper-process.ts';

const opened: CustodianCalls[] = [];
after(() => {
  for (const calls of opened) calls.close();
});

/** body: what the helper does with a `line`. */
function openHelper(body: string, limitMilliseconds = 60_000): CustodianCalls {
  const program = `require('node:readline').createInterface({ input: process.stdin })
    .on('line', (text) => { const line = JSON.parse(text); const answer = (members) => console.log(JSON.stringify({ id: line.id, ...members })); ${body} })
    .on('close', () => process.exit(0));`;
  const command = [process.execPath, '--eval', program];
  const calls = createHelperCalls({ command, environment: { ONLY: 'this' }, limitMilliseconds });
  opened.push(calls);
  return calls;
}

const reasonOf = (pattern: RegExp) => (problem: Error) =>
  problem instanceof CustodyUnavailable && pattern.test((problem.cause as Error).message);

test('responses can come in any order, and the helper sees only its own environment', async () => {
  const calls = openHelper(`
    if (line.operation === 'second') { answer({ is: Object.keys(process.env).join() }); globalThis.first(); }
    else globalThis.first = () => answer({ is: 'first' });`);
  const [first, second] = await Promise.all([calls.call('first', {}), calls.call('second', {})]);
  assert.deepEqual([first.is, second.is], ['first', 'ONLY']);
});

test('lines that are not a response are ignored', async () => {
  const calls = openHelper(
    `console.log('hello'); console.log('[1]'); console.log('{"id":99}'); answer({ is: 'good' });`,
  );
  assert.equal((await calls.call('sign', {})).is, 'good');
});

test('an error of one key differs from one of the helper', async () => {
  const calls = openHelper(`answer({ error: line.code });`);
  await assert.rejects(calls.call('sign', { code: 'key_unavailable' }), KeyUnavailable);
  await assert.rejects(
    calls.call('sign', { code: 'no_session' }),
    (problem) => !(problem instanceof KeyUnavailable) && reasonOf(/no_session/)(problem as Error),
  );
});

test('a helper that ends costs the requests that wait for it, and the next one starts another', async () => {
  const calls = openHelper(
    `if (line.operation === 'end') process.exit(3); else if (line.operation === 'sign') answer({ pid: process.pid });`,
  );
  const { pid } = await calls.call('sign', {});
  const waiting = calls.call('wait', {});
  await Promise.all([
    assert.rejects(waiting, reasonOf(/exit code 3/)),
    assert.rejects(calls.call('end', {}), reasonOf(/exit code 3/)),
  ]);
  assert.notEqual((await calls.call('sign', {})).pid, pid);
});

test('a helper that does not answer in time is ended', async () => {
  await assert.rejects(openHelper('', 200).call('sign', {}), reasonOf(/in time/));
});

test('a line without an end does not fill the memory', async () => {
  await assert.rejects(openHelper(`process.stdout.write('x'.repeat(200_000));`).call('sign', {}), reasonOf(/too long/));
});

test('a program that does not exist', async () => {
  const calls = createHelperCalls({ command: ['/does/not/exist'], environment: {} });
  await assert.rejects(calls.call('sign', {}), reasonOf(/cannot be started/));
});
