// Idempotency-Key through a real route on both databases: the work happens once, and the first
// response is sent again.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type ServedRoutes, serveRoutes } from '../../../test-support/serve-routes.ts';
import { openTestDatabase } from '../../../test-support/test-database.ts';
import { migrate } from '../../database/migrate.ts';
import { defineRoute, type RouteDeclaration } from '../define-route.ts';
import { fail, ServiceError } from '../error-catalogue.ts';
import { type Attempt, createIdempotency } from './idempotency.ts';

onEachDatabase((database) => {
  let served: ServedRoutes;
  let time = Date.now();
  let done = 0;
  /** The work of the route before it responds. */
  let meanwhile: () => Promise<void>;

  const thing = Type.Object({ name: Type.String() });
  const made = Type.Object({ name: Type.String(), number: Type.Number() });
  const declaration = {
    method: 'POST',
    path: '/v1/things',
    operation: 'testThing',
    resource: 'Things',
    summary: 'Make a thing',
    access: { caller: 'key-or-session', scope: 'sign' },
    feature: null,
    limit: 'organization',
    anyOrigin: false,
    idempotency: 'organization',
    body: thing,
    success: { status: 201, schema: made },
    errors: ['not_found'] as const,
    handler: async ({ body }: { body: { name: string } }) => {
      await meanwhile();
      done += 1;
      return { name: body.name, number: done };
    },
  } satisfies RouteDeclaration<'key-or-session', typeof made, typeof thing>;
  const route = defineRoute(declaration);

  /** As a route whose response has a secret. */
  const own = defineRoute({ ...declaration, path: '/v1/secrets', operation: 'makeSecret', idempotency: 'caller' });
  const refusing = defineRoute({ ...declaration, path: '/v1/logins', operation: 'logIn', idempotency: 'refused' });
  const harmless = defineRoute({
    ...declaration,
    path: '/v1/checks',
    operation: 'check',
    idempotency: 'repeatable',
  });

  let token: string;
  before(async () => {
    served = await serveRoutes([route, own, refusing, harmless], { database, now: () => time });
  });
  after(() => served.stop());
  beforeEach(async () => {
    ({ token } = await served.makeMember({ plan: 'enterprise' }));
    done = 0;
    meanwhile = async () => undefined;
  });
  const make = (key: string | undefined, name = 'lamp', by = token, path = '/v1/things') =>
    served.call('POST', path, {
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
    assert.deepEqual(
      [first, again].map(({ headers }) => headers.get('idempotent-replayed')),
      [null, 'true'],
    );
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

  test('the response of one caller is not the response of another in the organization', async () => {
    const { token: session, key } = await served.makeMember({ plan: 'enterprise' });
    await make('key-1', 'lamp', session);
    assert.equal((await make('key-1', 'lamp', key)).body.number, 1, 'settled point 16: records are shared');
    const first = await make('key-1', 'lamp', session, own.path);
    assert.equal((await make('key-1', 'lamp', session, own.path)).body.number, first.body.number);
    const { status, body } = await make('key-1', 'lamp', key, own.path);
    assert.deepEqual([status, body.error], [409, 'idempotency_conflict']);
    assert.equal(done, 2);
  });

  test('if the response cannot be stored, the next attempt gets the same seed and can find the work', async () => {
    const { database: opened, remove } = await openTestDatabase(database);
    await migrate(opened);
    let isSealing = false;
    const vault = {
      seal: (secret: Uint8Array) => (isSealing ? Buffer.from(secret).toString() : assert.fail('no master key')),
      open: (sealed: string) => Buffer.from(sealed),
    };
    const idempotency = createIdempotency(opened, vault);
    const attempts: Attempt[] = [];
    const request = { orgId: 'org_1', route: route.name, key: 'key-1', content: {} };
    const run = () =>
      idempotency.run(request, async (attempt) => {
        attempts.push(attempt);
        return { made: true };
      });
    await assert.rejects(run, /no master key/);
    isSealing = true;
    await run();
    const [first, second] = attempts;
    assert.deepEqual([first!.repeated, second!.repeated], [false, true]);
    assert.equal(second!.seed, first!.seed);
    assert.deepEqual(await run(), { answer: { made: true }, isReplay: true });
    await remove();
  });

  test('a key that another request gives up at this moment is in progress, not a different request', async () => {
    const { database: opened, remove } = await openTestDatabase(database);
    await migrate(opened);
    const statements =
      database === 'sqlite'
        ? ['CREATE TRIGGER taken BEFORE INSERT ON idempotency_keys BEGIN SELECT RAISE(IGNORE); END']
        : [
            'CREATE FUNCTION taken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
            'CREATE TRIGGER taken BEFORE INSERT ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION taken()',
          ];
    await opened.transaction(async (transaction) => {
      for (const statement of statements) await sql.raw(statement).execute(transaction);
    });
    const vault = { seal: () => '', open: () => Buffer.of() };
    const request = { orgId: 'org_1', route: route.name, key: 'key-1', content: {} };
    const run = createIdempotency(opened, vault).run(request, async () => ({}));
    await assert.rejects(run, { code: 'idempotency_conflict', headers: { 'retry-after': '2' } });
    await remove();
  });

  test('a key of one route is free on the others', async () => {
    await make('key-1');
    assert.equal((await make('key-1', 'lamp', token, own.path)).body.number, 2);
  });

  test('a route that cannot keep the promise refuses the header before it reads the body', async () => {
    const { status, body } = await make('key-1', 'lamp', token, refusing.path);
    assert.deepEqual([status, body.error, body.details[0].path], [400, 'validation_error', 'Idempotency-Key']);
    assert.equal(done, 0);
    assert.equal((await make(undefined, 'lamp', token, refusing.path)).status, 201);
  });

  test('a route that creates nothing accepts the header and stores nothing', async () => {
    assert.deepEqual(
      [
        (await make('key-1', 'lamp', token, harmless.path)).body.number,
        (await make('key-1', 'lamp', token, harmless.path)).body.number,
      ],
      [1, 2],
    );
  });
});
