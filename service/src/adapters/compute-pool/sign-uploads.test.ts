// Texts that are signed together, with real processes: one that ends its process, or never ends,
// costs the others only time.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { generateSigningSeed, signMessage } from '@content-provenance/engine';
import { childrenOf, commandOf } from '../../../test-support/process-tree.ts';
import { longTest } from '../../../test-support/test-run.ts';
import { type ComputePoolOptions, ContentRefused, createComputePool, OutOfTime } from './compute-pool.ts';

const seed = generateSigningSeed();
const properly = (message: Uint8Array) => signMessage(seed, message);

function textOf(place: number, sign: (message: Uint8Array) => Promise<Uint8Array> = properly) {
  const watermarkId = place.toString(16).padStart(16, '0');
  const request = { generatorId: 'gen_1', model: 'm', watermarkId, token: 'cp_token' };
  return { bytes: Buffer.from(`A text with the number ${place}.`), request, signer: { sign } };
}

function createPool(t: TestContext, options: ComputePoolOptions = {}) {
  const pool = createComputePool({ processes: 1, decodes: false, neural: false, ...options });
  t.after(() => pool.close());
  return pool;
}

test('texts come back in order, with the signer of each', async (t) => {
  const pool = createPool(t);
  const asked: number[] = [];
  const texts = Array.from({ length: 120 }, (_, place) =>
    textOf(place, (message) => {
      asked.push(place);
      return properly(message);
    }),
  );
  const empty = { ...textOf(7), bytes: Buffer.alloc(0) };
  const results = await pool.sign(texts.with(7, empty), 'someone');
  assert.deepEqual(
    asked.toSorted((left, right) => left - right),
    texts.map((_, place) => place).toSpliced(7, 1),
  );
  for (const [place, result] of results.entries()) {
    if (place === 7) assert.ok(result.status === 'rejected' && result.reason instanceof ContentRefused);
    else {
      assert.ok(result.status === 'fulfilled');
      assert.match(Buffer.from(result.value.bytes).toString(), new RegExp(`the number ${place}\\.$`));
      assert.equal(result.value.signedPayload.watermark_id, texts[place]!.request.watermarkId);
    }
  }
});

test('if the process of several texts ends, each is signed again alone', async (t) => {
  const pool = createPool(t);
  let kills = 0;
  const deadly = textOf(1, async (message) => {
    kills += 1;
    if (kills === 1) {
      const processes = childrenOf(process.pid).filter((pid) => commandOf(pid).includes('compute-pool/program'));
      for (const pid of processes) process.kill(pid, 'SIGKILL');
    }
    return properly(message);
  });
  const results = await pool.sign([textOf(0), deadly, textOf(2)], 'someone');
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled'],
  );
  assert.equal(kills, 2);
});

longTest('a text that never ends reaches its time limit, and the others are signed', async (t) => {
  const pool = createPool(t, { taskMilliseconds: 20_000 });
  const endless = textOf(1, () => new Promise(() => {}));
  const [first, second, third] = await pool.sign([textOf(0), endless, textOf(2)], 'someone');
  assert.deepEqual([first!.status, third!.status], ['fulfilled', 'fulfilled']);
  assert.ok(second!.status === 'rejected' && second!.reason instanceof OutOfTime);
});
