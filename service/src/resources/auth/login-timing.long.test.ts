// A login for an unknown address takes as long as one for a known address, so that timing does not
// reveal who has an account.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount, makeEmail } from '../../../test-support/account.ts';
import { useMailingService } from '../../../test-support/mailing-service.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';

const samples = 36;
const tolerated = 0.2;

onEachDatabase((database) => {
  // Each login comes from its own address, because ten wrong passwords from one block it.
  const running = useMailingService(database, { TRUST_PROXY: 'true' });

  test(`the medians of ${samples} wrong logins each differ by less than ${tolerated * 100}%`, async (t) => {
    const { email } = await makeAccount(running.service.live);
    const first = await measure(email);
    // The machine was possibly busy with something else: one more try.
    const difference = first < tolerated ? first : await measure(email);
    t.diagnostic(`the medians differ by ${(difference * 100).toFixed(1)}%`);
    assert.ok(difference < tolerated, `${(difference * 100).toFixed(1)}%`);
  });

  /** Measured in turns, so that a slow machine slows both. */
  async function measure(known: string): Promise<number> {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let count = 0; count < samples; count += 1) {
      times.known.push(await timeOf(known));
      times.unknown.push(await timeOf(makeEmail()));
    }
    const [left, right] = [median(times.known), median(times.unknown)];
    return Math.abs(left - right) / Math.min(left, right);
  }

  let addresses = 0;
  async function timeOf(email: string): Promise<number> {
    const headers = { 'x-forwarded-for': `192.0.2.${addresses++ % 256}` };
    const started = performance.now();
    const { status } = await running.call('POST', '/v1/auth/login', {
      body: { email, password: 'a wrong password' },
      headers,
    });
    const time = performance.now() - started;
    assert.equal(status, 401);
    return time;
  }
});

function median(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)]!;
}
