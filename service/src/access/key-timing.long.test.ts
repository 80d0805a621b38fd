// An API key that is almost a real one is refused as fast as a completely different one, so that
// timing does not reveal a key character by character.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { Type } from 'typebox';
import { serveRoutes } from '../../test-support/serve-routes.ts';
import { defineRoute } from '../http/define-route.ts';
import { isWellFormedApiKey, makeApiKey } from './api-keys.ts';

const samples = 150;
const tolerated = 0.25;
/** Other programs can keep the machine busy. */
const mostTries = 3;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const ping = defineRoute({
  method: 'GET',
  path: '/v1/ping',
  operation: 'testThing',
  resource: 'Things',
  summary: 'Whether the key is known',
  access: { caller: 'key', scope: 'sign' },
  feature: null,
  limit: 'organization',
  anyOrigin: false,
  success: { status: 200, schema: Type.Object({}) },
  errors: [],
  handler: () => ({}),
});

test(`the medians of ${samples} refused keys each differ by less than ${tolerated * 100}%`, async (t) => {
  const served = await serveRoutes([ping]);
  const { key } = await served.makeMember();
  assert.equal((await served.call('GET', '/v1/ping', { token: key })).status, 200);
  const near = Array.from({ length: samples }, (_, place) => almost(key, place));
  const far = Array.from({ length: samples }, () => makeApiKey('live'));
  // Warms up the path before the measurement.
  await measure(near.slice(0, 50), far.slice(0, 50));
  let difference = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < mostTries && difference >= tolerated; tries += 1) difference = await measure(near, far);
  t.diagnostic(`the medians differ by ${(difference * 100).toFixed(1)}%`);
  assert.ok(difference < tolerated, `${(difference * 100).toFixed(1)}%`);
  await served.stop();

  /** Measured in turns, so that a slow machine slows both. */
  async function measure(left: readonly string[], right: readonly string[]): Promise<number> {
    const times: [number[], number[]] = [[], []];
    for (const place of left.keys()) {
      times[0].push(await timeOf(left[place]!));
      times[1].push(await timeOf(right[place]!));
    }
    const [one, other] = times.map(median) as [number, number];
    return Math.abs(one - other) / Math.min(one, other);
  }

  async function timeOf(token: string): Promise<number> {
    const started = performance.now();
    const { status } = await served.call('GET', '/v1/ping', { token });
    const time = performance.now() - started;
    assert.equal(status, 401);
    return time;
  }
});

/**
 * The real key except for its last random character, with a valid checksum, but never the real key
 * itself.
 */
function almost(key: string, place: number): string {
  const real = alphabet.indexOf(key.at(-7)!);
  const start = key.slice(0, -7) + alphabet[(real + 1 + (place % 61)) % 62];
  let rest = crc32(start);
  let checksum = '';
  for (let digit = 0; digit < 6; digit += 1) {
    checksum = alphabet[rest % 62] + checksum;
    rest = Math.floor(rest / 62);
  }
  assert.ok(isWellFormedApiKey(start + checksum, 'live'));
  return start + checksum;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)]!;
}
