// The operator's command line as a person uses it: a separate process, next to the running service.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Account, makeAccount, makeApiKey } from '../../test-support/account.ts';
import { onEachDatabase } from '../../test-support/on-each-database.ts';
import { runOperator } from '../../test-support/run-operator.ts';
import {
  type RunningService,
  removeData,
  settingsFor,
  startRunningService,
} from '../../test-support/running-service.ts';
import { commands } from './all-commands.ts';

onEachDatabase((kind) => {
  let service: RunningService;
  let account: Account;

  before(async () => {
    service = await startRunningService({ database: kind });
    account = await makeAccount(service.live);
  });
  after(() => service.stop());

  test('a plan set by the operator applies from the next call, and the audit log has it', async () => {
    const { code, output } = await runOperator(service.settings, 'set-plan', account.orgId, 'growth');
    assert.equal(code, 0);
    assert.equal(
      output,
      `Changed the plan of ${account.orgId} from free to growth. It applies from the next request.\n`,
    );
    const me = await service.live.call('GET', '/v1/auth/me', { token: account.token });
    assert.equal(me.body.org.plan, 'growth');
    const { body } = await service.live.call('GET', '/v1/audit', { token: account.token });
    assert.deepEqual(body.events[0].metadata, { from: 'free', to: 'growth' });

    const again = await runOperator(service.settings, 'set-plan', account.orgId, 'growth');
    assert.deepEqual([again.code, again.output], [0, `${account.orgId} is already on the growth plan.\n`]);
    const unchanged = await service.live.call('GET', '/v1/audit', { token: account.token });
    assert.equal(unchanged.body.total, body.total);
  });

  test('a new token key keeps earlier tokens valid', async () => {
    const { code, output } = await runOperator(service.settings, 'rotate-token-key');
    assert.equal(code, 0);
    assert.match(output, /^Created token key 2\. .* Older tokens stay valid\.\n$/);
  });

  test('organizations are listed oldest first, separately for each environment', async () => {
    const second = await makeAccount(service.live);
    const { code, output } = await runOperator(service.settings, 'list-organizations');
    assert.equal(code, 0);
    const [head, ...lines] = output.trimEnd().split('\n');
    assert.match(head!, /^organization +plan +members +created +name$/);
    assert.deepEqual(
      lines.map((line) => line.split(/ +/).slice(0, 3)),
      [
        [account.orgId, 'growth', '1'],
        [second.orgId, 'free', '1'],
      ],
    );
    const sandbox = await runOperator(service.settings, 'list-organizations', '--sandbox');
    assert.deepEqual([sandbox.code, sandbox.output], [0, 'The sandbox database has no organizations yet.\n']);
  });

  test('an organization is shown with its members and keys, and no secret', async () => {
    const { key, key_id } = await makeApiKey(service.live, account, 'laptop');
    const { code, output } = await runOperator(service.settings, 'show-organization', account.orgId);
    assert.equal(code, 0);
    assert.ok(output.startsWith(`Organization of ${account.email} (${account.orgId}), plan growth, since `));
    assert.match(output, new RegExp(`${account.userId} +owner +${account.email} +no +none `));
    assert.match(output, new RegExp(`${key_id} +svc_key_\\S+ +organization +never +laptop`));
    assert.ok(!output.includes(key));
  });

  test('a changed audit log is detected', async () => {
    const whole = await runOperator(service.settings, 'verify-audit');
    assert.deepEqual([whole.code, whole.words], [0, '']);
    assert.match(whole.output, /^The audit log is intact: [1-9]\d* event\(s\) of [1-9]\d* organization\(s\)\.\n$/);
    const { orgId } = await makeAccount(service.live);
    const change = (column: 'metadata' | 'sequence', value: string | number) =>
      service.database.transaction((transaction) =>
        transaction
          .updateTable('events')
          .set({ [column]: value })
          .where('org_id', '=', orgId)
          .where('sequence', '=', 1)
          .execute(),
      );
    await change('metadata', '{}');
    const changed = await runOperator(service.settings, 'verify-audit', orgId);
    assert.equal(changed.code, 1);
    assert.match(changed.words, new RegExp(`^${orgId}: at event 1, the event, or the one before it, is not the one`));
    await change('sequence', -1);
    await cutTail(service, account.orgId);
    const removed = await runOperator(service.settings, 'verify-audit');
    assert.equal(removed.code, 1);
    const sentences = removed.words.trimEnd().split('\n').sort();
    assert.equal(sentences.length, 2);
    for (const [each, expected] of [
      [account.orgId, 'the head does not belong to the newest event'],
      [orgId, 'the event is missing'],
    ] as const) {
      assert.ok(
        sentences.some((sentence) => sentence.startsWith(each) && sentence.includes(expected)),
        `${expected}: ${removed.words}`,
      );
    }
  });

  test('a missing organization gives exit code 1', async () => {
    for (const words of [
      ['show-organization', 'org_1'],
      ['set-plan', account.orgId, 'free', '--sandbox'],
    ]) {
      const { code, words: said } = await runOperator(service.settings, ...words);
      assert.equal(code, 1);
      assert.match(said, /^The (live|sandbox) database has no organization org_\w+\.\n$/);
    }
  });
});

/** Removes the newest event so that the numbers still match. */
async function cutTail({ database }: RunningService, orgId: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const { sequence } = await transaction
      .selectFrom('event_heads')
      .select('sequence')
      .where('org_id', '=', orgId)
      .executeTakeFirstOrThrow();
    await transaction.deleteFrom('events').where('org_id', '=', orgId).where('sequence', '=', sequence).execute();
    await transaction
      .updateTable('event_heads')
      .set({ sequence: sequence - 1 })
      .where('org_id', '=', orgId)
      .execute();
  });
}

test('the exported API description equals the one of the service', async () => {
  const service = await startRunningService();
  const file = join(service.dataDirectory, 'openapi.json');
  assert.equal((await runOperator(service.settings, 'export-openapi', file)).code, 0);
  const { body } = await service.live.call('GET', '/openapi.json');
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), body);
  const { output } = await runOperator(service.settings, 'export-openapi', '--sandbox');
  assert.deepEqual(JSON.parse(output).servers, [{ url: 'http://sandbox.test' }]);
  await service.stop();
});

test('help lists the commands', async () => {
  const { code, output } = await runOperator({}, 'help');
  assert.equal(code, 0);
  for (const name of ['set-plan <org_id> <plan>', 'list-organizations', 'rotate-master-key', 'export-openapi [file]']) {
    assert.ok(output.includes(name), name);
  }
});

test('each command shows its parameters and what each of its options means', async () => {
  for (const { name, parameters, options = {}, about } of commands) {
    const { code, output, words } = await runOperator({}, name, '--help');
    assert.deepEqual([code, words], [0, ''], name);
    for (const part of [about, name, '--sandbox', ...parameters]) assert.ok(output.includes(part), `${name}: ${part}`);
    for (const [option, meaning] of Object.entries(options)) {
      assert.match(output, new RegExp(`^  --${option} <text> +${RegExp.escape(meaning)}$`, 'm'));
    }
  }
  const ways = [
    ['capacity', '--images', '10M', '-h'],
    ['help', 'capacity'],
    ['--sandbox', 'capacity', '--help'],
  ];
  const [first, ...others] = await Promise.all(ways.map(async (words) => (await runOperator({}, ...words)).output));
  for (const other of others) assert.equal(other, first);
  assert.equal((await runOperator({}, 'help', 'set-plans')).code, 2);
});

test('an unknown command gives one sentence and exit code 2', async () => {
  const lines: readonly (readonly [words: string[], sentence: RegExp])[] = [
    [[], /^Enter a command\. For a list of commands, run: npm run operator -- help\n$/],
    [['set-plans'], /^There is no command "set-plans"\. For a list of commands, run: npm run operator -- help\n$/],
    [['set-plan', 'org_1'], /^Usage: npm run operator -- set-plan <org_id> <plan> \[--sandbox\]\n$/],
    [['list-organizations', 'org_1'], /^Usage: npm run operator -- list-organizations \[--sandbox\]\n$/],
    [['list-organizations', '--all'], /^There is no option --all\. Usage: .*\n$/],
    [['set-plan', 'org_1', 'gold'], /^"gold" is not a plan\. Use one of free, starter, growth, scale, enterprise\.\n$/],
  ];
  for (const [words, sentence] of lines) {
    const run = await runOperator({}, ...words);
    assert.deepEqual([run.code, run.output], [2, ''], words.join(' '));
    assert.match(run.words, sentence);
  }
});

test('a data folder without any service data is refused and does not change', async () => {
  const settings = await settingsFor({});
  const empty = await runOperator(settings, 'list-organizations');
  assert.equal(empty.code, 1);
  assert.match(empty.words, /^The live database is empty\. Start the service once/);
  await removeData(settings);
  for (const command of ['list-organizations', 'rotate-master-key']) {
    assert.equal((await runOperator(settings, command)).code, 1);
    assert.equal(existsSync(settings.DATA_DIR!), false);
  }
});

test('an invalid setting is named', async () => {
  const { code, words } = await runOperator({ PORT: 'x' }, 'list-organizations');
  assert.deepEqual([code, words], [1, 'PORT must be a port between 0 and 65535, not "x".\n']);
});
