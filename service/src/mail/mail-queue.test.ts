// The mail queue with a real SMTP server: an email that is requested while the server is away
// arrives once when it is back.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type MailServer, startMailServer } from '../../test-support/mail-server.ts';
import { onEachDatabase } from '../../test-support/on-each-database.ts';
import { openTestDatabase, type TestDatabase } from '../../test-support/test-database.ts';
import type { Database } from '../adapters/database/database.ts';
import { createKeyVault } from '../adapters/key-vault/key-vault.ts';
import { createSmtpTransport } from '../adapters/mail/smtp-transport.ts';
import { migrate } from '../database/migrate.ts';
import { createLog } from '../log.ts';
import { layOutMail } from './mail-layout.ts';
import { createMailQueue, type MailRequest } from './mail-queue.ts';

onEachDatabase((kind) => {
  let opened: TestDatabase;
  let server: MailServer;
  const masterKey = randomBytes(32);
  const outcomes: string[] = [];
  before(async () => {
    server = await startMailServer();
    opened = await openTestDatabase(kind);
    await migrate(opened.database);
  });
  after(async () => {
    await server.stop();
    await opened.remove();
  });

  function openQueue(database: Database) {
    const transport = createSmtpTransport(server.url, 'Tests <tests@example.org>');
    const queue = createMailQueue({
      database,
      vault: createKeyVault(() => [masterKey], 'live'),
      transport,
      log: createLog('silent'),
      countMail: (outcome) => void outcomes.push(outcome),
    });
    const compose = async ({ to, code = '' }: MailRequest) =>
      to === 'unknown@example.org'
        ? undefined
        : layOutMail({
            to,
            subject: 'A code',
            greeting: 'Hello <you> & all,',
            paragraphs: ['Here it is.'],
            code,
            footer: 'Footer',
          });
    queue.start({ code: compose });
    return {
      ask: async (to: string, code: string) => {
        await database.transaction((transaction) => queue.enqueue(transaction, { kind: 'code', to, code }));
      },
      enqueue: queue.enqueue,
      stop: async () => {
        await queue.stop();
        transport.close();
      },
    };
  }
  const waiting = () => opened.database.read.selectFrom('mail_queue').selectAll().execute();
  const untilEmpty = async () => {
    while ((await waiting()).length > 0) await pause(10);
  };

  test('an email is composed at sending time, as text and as HTML', async () => {
    const queue = openQueue(opened.database);
    await queue.ask('a@example.org', '123456');
    const mail = await server.waitForMail('a@example.org');
    assert.equal(mail.code, '123456');
    assert.match(mail.text, /^Hello <you> & all,\r\n\r\nHere it is\.\r\n/);
    assert.match(mail.html, /Hello &lt;you&gt; &amp; all,/);
    await untilEmpty();
    await queue.stop();
  });

  test('a request without a recipient is dropped', async () => {
    const queue = openQueue(opened.database);
    await queue.ask('unknown@example.org', '123456');
    await untilEmpty();
    assert.deepEqual(
      server.mails().filter(({ to }) => to === 'unknown@example.org'),
      [],
    );
    await queue.stop();
  });

  test('an email from a failed transaction is never sent', async () => {
    const queue = openQueue(opened.database);
    const failing = opened.database.transaction(async (transaction) => {
      await queue.enqueue(transaction, { kind: 'code', to: 'never@example.org' });
      throw new Error('no');
    });
    await assert.rejects(failing, /no/);
    assert.deepEqual(await waiting(), []);
    await queue.stop();
  });

  test('while the server is away, sealed email waits and then arrives once, even with two nodes', async () => {
    await server.stop();
    const queue = openQueue(opened.database);
    await queue.ask('patient@example.org', '777777');
    while (
      (await waiting())[0]?.attempts !== 1 ||
      ((await waiting())[0]?.next_attempt_at ?? Infinity) > Date.now() + 3_000
    )
      await pause(10);
    const [row] = await waiting();
    assert.doesNotMatch(
      Buffer.from(row!.sealed_request.split('.')[2]!, 'base64url').toString('latin1'),
      /patient|777777/,
    );
    await queue.stop();
    await server.start();
    await pause(Math.max(0, row!.next_attempt_at - Date.now()) + 5);
    // A queue looks for due emails when it starts.
    const nodes = [openQueue(opened.openAgain()), openQueue(opened.openAgain())];
    assert.equal((await server.waitForMail('patient@example.org')).code, '777777');
    await untilEmpty();
    await Promise.all(nodes.map((node) => node.stop()));
    assert.equal(server.mails().filter(({ to }) => to === 'patient@example.org').length, 1);
    assert.ok(outcomes.includes('failed') && outcomes.includes('sent'));
  });

  test('many emails at once all arrive', async () => {
    const queue = openQueue(opened.database);
    const addresses = Array.from({ length: 50 }, (_, place) => `crowd-${place}@example.org`);
    await Promise.all(addresses.map((address) => queue.ask(address, '111111')));
    await untilEmpty();
    const arrived = server
      .mails()
      .map(({ to }) => to)
      .filter((to) => to.startsWith('crowd-'));
    assert.deepEqual(arrived.sort(), addresses.sort());
    await queue.stop();
  });
});
