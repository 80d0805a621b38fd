// Keys from before scopes: after the migration they do what they did, with no restriction.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { openTestDatabase, type TestDatabase } from '../../../test-support/test-database.ts';
import { listKeys } from '../../access/api-keys.store.ts';
import { hashApiKey, makeApiKey } from '../../access/api-keys.ts';
import { createAuthenticate } from '../../access/authenticate.ts';
import { canCallFrom, expectEveryGenerator, hasScope } from '../../access/key-restrictions.ts';
import { createKeyUsage } from '../../access/key-usage.ts';
import { scopes } from '../../access/scopes.ts';
import { createSessionTokens } from '../../access/session-tokens.ts';
import { migrate } from '../migrate.ts';
import { migrations } from './all-migrations.ts';

const place = migrations.findIndex(({ name }) => name.endsWith('-api-key-settings'));

onEachDatabase((kind) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await openTestDatabase(kind);
    await migrate(opened.database, migrations.slice(0, place));
  });
  afterEach(() => opened.remove());

  test('a stored key works unchanged, and its row has no restriction', async () => {
    const { database } = opened;
    const pepper = randomBytes(32);
    const key = makeApiKey('live');
    await database.transaction(async (queries) => {
      await sql`INSERT INTO organizations (org_id, name, plan, created_at) VALUES ('org_1', 'Old', 'growth', 1)`.execute(
        queries,
      );
      await sql`INSERT INTO api_keys (key_id, org_id, name, preview, key_hash, created_at, last_used_at)
        VALUES ('kid_1', 'org_1', 'CI', 'svc_key_…', ${hashApiKey(key, pepper)}, 1, 2)`.execute(queries);
    });
    await migrate(database, migrations);
    const keyUsage = createKeyUsage({ database });
    const authenticate = createAuthenticate({
      environment: 'live',
      database,
      sessionTokens: createSessionTokens(randomBytes(32)),
      apiKeyPepper: pepper,
      keyUsage,
    });
    const caller = await authenticate(`Bearer ${key}`, 'key');
    assert.equal(caller.kind === 'key' && caller.keyId, 'kid_1');
    assert.equal(caller.role, 'admin');
    for (const scope of scopes) assert.ok(hasScope(caller, scope), scope);
    assert.ok(canCallFrom(caller, '203.0.113.1'));
    expectEveryGenerator(caller);
    await keyUsage.stop();
    const [row] = await listKeys(database.read, 'org_1', null, Date.now());
    assert.deepEqual([row!.name, row!.requests, row!.signatures, row!.expires_at], ['CI', 1, 0, null]);
  });
});
