// Waits for the state of a page: a page between two states is not a failure. One that stays there
// is, with the difference in the message.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

/** For any wait of a test. A busy machine is slow. */
export const patienceMilliseconds = 30_000;

export async function becomes<Value>(read: () => Promise<Value> | Value, expected: Value): Promise<void> {
  const end = Date.now() + patienceMilliseconds;
  let value = await read();
  while (!isDeepStrictEqual(value, expected) && Date.now() < end) {
    await pause(50);
    value = await read();
  }
  assert.deepEqual(value, expected);
}
