// Secrets of the service: the same for every node of a database. A wrong master key is detected at
// the start.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { onEachDatabase } from '../../test-support/on-each-database.ts';
import { openTestDatabase, type TestDatabase } from '../../test-support/test-database.ts';
import { CannotOpen, createKeyVault } from '../adapters/key-vault/key-vault.ts';
import { migrate } from './migrate.ts';
import { readOrMakeServiceSecret } from './service-secrets.ts';

onEachDatabase((kind) => {
  let opened: TestDatabase;
  before(async () => {
    opened = await openTestDatabase(kind);
    await migrate(opened.database);
  });
  after(() => opened.remove());

  test('simultaneous nodes get the same secret, which is not readable in the database', async () => {
    const key = randomBytes(32);
    const vault = createKeyVault(() => [key], 'live');
    const nodes = [opened.database, opened.openAgain(), opened.openAgain()];
    const secrets = await Promise.all(nodes.map((database) => readOrMakeServiceSecret(database, vault, 'pepper')));
    assert.equal(secrets[0]?.length, 32);
    for (const secret of secrets) assert.deepEqual(secret, secrets[0]);
    const { sealed } = await opened.database.read
      .selectFrom('service_secrets')
      .select('sealed')
      .executeTakeFirstOrThrow();
    assert.ok(!Buffer.from(sealed.split('.')[2]!, 'base64url').includes(secrets[0]!));
  });

  test('another master key does not open it', async () => {
    await assert.rejects(
      readOrMakeServiceSecret(
        opened.database,
        createKeyVault(() => [randomBytes(32)], 'live'),
        'pepper',
      ),
      CannotOpen,
    );
  });
});
