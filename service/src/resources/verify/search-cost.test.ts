// What a verification costs against the limit of an address, over HTTP: a search of sound counts as
// five calls, a verification without a search as one. The headers say what is left, also if a
// search is refused.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeNoise, makeWav } from '../../../test-support/made-wav.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeForm } from '../../../test-support/shared-photos.ts';

const limit = 12;
const text = Buffer.from('A text.');
const noise = makeNoise(1);
const silence = makeWav(() => 0);

onEachDatabase((database) => {
  let service: RunningService;
  let addresses = 0;
  before(async () => {
    service = await startRunningService({
      database,
      // The price is the same with and without the neural networks.
      settings: { VERIFY_LIMIT_PER_MINUTE: String(limit), TRUST_PROXY: 'true', NEURAL_WATERMARK: 'false' },
    });
  });
  after(() => service.stop());

  /** Calls from its own address. Returns what is left of the limit. */
  function makeCaller() {
    const headers = { 'x-forwarded-for': `192.0.2.${addresses++}` };
    const leftOf = (answer: { headers: Headers }) => Number(/r=(\d+)/.exec(answer.headers.get('ratelimit')!)![1]);
    return {
      async verify(content: Uint8Array) {
        const response = await fetch(`${service.live.url}/v1/verify`, {
          method: 'POST',
          headers,
          body: makeForm({ content }),
        });
        const body = (await response.json()) as { error?: string; reason?: string };
        return { status: response.status, left: leftOf(response), body, headers: response.headers };
      },
      async verifyBatch(contents: readonly Buffer[]) {
        const items = contents.map((content) => ({ content: content.toString('base64') }));
        const answer = await service.live.call('POST', '/v1/verify/batch', { headers, body: { items } });
        return { status: answer.status, left: leftOf(answer), body: answer.body as { error?: string }[] };
      },
    };
  }

  test('text and silence count as one call, and a search of sound counts as five', async () => {
    const { verify } = makeCaller();
    assert.equal((await verify(text)).left, limit - 1);
    assert.equal((await verify(silence)).left, limit - 2);
    const searched = await verify(noise);
    assert.deepEqual([searched.status, searched.left], [200, limit - 7]);
    assert.equal(searched.body.reason, 'no_provenance_found');
    assert.equal((await verify(text)).left, limit - 8);
  });

  test('a search above the limit gets 429 and a time to retry', async () => {
    const { verify } = makeCaller();
    for (let left = limit - 1; left > 3; left -= 1) assert.equal((await verify(text)).left, left);
    const refused = await verify(noise);
    assert.deepEqual([refused.status, refused.body.error, refused.left], [429, 'rate_limited', 0]);
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
  });

  test('each search in a batch is charged, and items above the limit have an error', async () => {
    const { verifyBatch } = makeCaller();
    const { status, left, body } = await verifyBatch([text, noise, makeNoise(2), makeNoise(3)]);
    assert.deepEqual([status, left], [200, 0]);
    assert.equal(body[0]!.error, undefined);
    const refused = body.filter(({ error }) => error !== undefined);
    assert.equal(refused.length, 1);
    assert.match(refused[0]!.error!, /limit/);
  });
});
