// Idempotency-Key through a real route on both databases: the work happens once, and the first
// response is sent again.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { Type } from 'typebox';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type ServedRoutes, serveRoutes } from '../../../test-support/serve-routes.ts';
import { defineRoute } from '../define-route.ts';
import { fail, ServiceError } from '../error-catalogue.ts';

onEachDatabase((database) => {
  let served: ServedRoutes;
  let time = Date.now();
  let done = 0;
  /** The work of the route before it responds. */
  let meanwhile: () => Promise<void>;

  const route = defineRoute({
    method: 'POST',
    path: '/v1/things',
    resource: 'Things',
    summary: 'Make a thing',
    access: { caller: 'key-or-session' },
    feature: null,
    limit: 'organization',
    anyOrigin: false,
    idempotent: true,
    body: Type.Object({ name: Type.String() }),
    success: { status: 201, schema: Type.Object({ name: Type.String(), number: Type.Number() }) },
    errors: ['not_found'],
    handler: async ({ body }) => {
      await meanwhile();
      done += 1;
      return { name: body.name, number: done };
    },
  });

  let token: string;
  before(async () => {
    served = await serveRoutes([route], { database, now: () => time });
  });
  after(() => served.stop());
  beforeEach(async () => {
    ({ token } = await served.makeMember({ plan: 'enterprise' }));
    done = 0;
    meanwhile = async () => undefined;
  });
  const make = (key: string | undefined, name = 'lamp', by = token) =>
    served.call('POST', '/v1/things', {
      token: by,
      body: { name },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });

  test('without a key each call does the work', async () => {
    assert.deepEqual([(await make(undefined)).body.number, (await make(undefined)).body.number], [1, 2]);
  });

  test('the same request again gets exactly the first response, and nothing happens twice', async () => {
    const first = await make('key-1');
    const again = await make('key-1');
    assert.deepEqual([again.status, again.body], [first.status, first.body]);
    assert.equal(done, 1);
    assert.equal((await make('key-2')).body.number, 2);
  });

  test('the same key with another request is a conflict', async () => {
    await make('key-1');
    const { status, body } = await make('key-1', 'chair');
    assert.deepEqual([status, body.error], [409, 'idempotency_conflict']);
    assert.equal(done, 1);
  });

  test('a key belongs to its organization', async () => {
    await make('key-1');
    const other = await served.makeMember();
    assert.equal((await make('key-1', 'chair', other.token)).body.name, 'chair');
  });

  test('two equal requests at once do the work once; the later one gets a conflict, then the response', async () => {
    let goOn = () => {};
    const atWork = new Promise<void>((started) => {
      meanwhile = () =>
        new Promise<void>((resolve) => {
          goOn = resolve;
          started();
        });
    });
    const first = make('key-1');
    await atWork;
    const second = await make('key-1');
    assert.deepEqual(
      [second.status, second.body.error, second.headers.get('retry-after')],
      [409, 'idempotency_conflict', '2'],
    );
    goOn();
    assert.equal((await first).status, 201);
    assert.equal((await make('key-1')).body.number, 1);
    assert.equal(done, 1);
  });

  test('exactly one of twenty equal requests sent together does the work', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => make('key-1')));
    for (const { status } of answers) assert.ok(status === 201 || status === 409);
    assert.ok(answers.some(({ status }) => status === 201));
    assert.equal(done, 1);
  });

  test('an error is not stored: the request can be sent again', async () => {
    meanwhile = async () => fail('not_found');
    assert.equal((await make('key-1')).status, 404);
    meanwhile = async () => undefined;
    assert.equal((await make('key-1')).status, 201);
  });

  test('after 24 hours the key is free again', async () => {
    const { key } = await served.makeMember();
    await make('key-1', 'lamp', key);
    time += 24 * 60 * 60 * 1_000 - 1;
    assert.equal((await make('key-1', 'lamp', key)).body.number, 1);
    time += 1;
    assert.equal((await make('key-1', 'chair', key)).body.number, 2);
  });

  test('a retry can take over after a minute if the node of the first request died', async () => {
    let end = () => {};
    const atWork = new Promise<void>((started) => {
      meanwhile = () =>
        new Promise<void>((_, reject) => {
          end = () => reject(new ServiceError('not_found'));
          started();
        });
    });
    const stuck = make('key-1');
    await atWork;
    meanwhile = async () => undefined;
    time += 59_999;
    assert.equal((await make('key-1')).status, 409);
    time += 1;
    assert.equal((await make('key-1')).status, 201);
    end();
    await stuck;
    assert.equal(done, 1);
    // The late failure has not removed the response of the retry.
    assert.equal((await make('key-1')).body.number, 1);
    assert.equal(done, 1);
  });

  test('an invalid key is refused', async () => {
    for (const key of ['', 'two words', 'x'.repeat(256), 'ä']) {
      const { status, body } = await make(key);
      assert.deepEqual([status, body.details?.[0]?.path], [400, 'Idempotency-Key'], key);
    }
    assert.equal((await make('x'.repeat(255))).status, 201);
    assert.equal(done, 1);
  });
});
