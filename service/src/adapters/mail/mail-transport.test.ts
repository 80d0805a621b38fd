// How an email leaves the service: through a real SMTP server, or as a file that an email program
// opens.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { outboxOf, startMailServer } from '../../../test-support/mail-server.ts';
import { readMail } from '../../../test-support/read-mail.ts';
import { createOutboxTransport } from './outbox-transport.ts';
import { createSmtpTransport } from './smtp-transport.ts';

const message = {
  to: 'somebody@example.org',
  subject: 'Grüße, and a subject long enough to be folded over more than one line of the header of the mail',
  text: `Fünf Wörter, a line that is much longer than the seventy-six characters a quoted-printable line holds = so.\n\nhttps://provenance.example/verify-email#token=abc_DEF-123\n`,
  html: '<p>Fünf Wörter &amp; <a href="https://provenance.example/verify-email#token=abc_DEF-123">a link</a></p>',
  linkOrCode: 'https://provenance.example/verify-email#token=abc_DEF-123',
};
const from = 'Content Provenance <no-reply@provenance.example>';

function checkMail(mail: ReturnType<typeof readMail>): void {
  assert.equal(mail.to, message.to);
  assert.equal(mail.from, from);
  assert.equal(mail.subject, message.subject);
  assert.equal(mail.text.replaceAll('\r\n', '\n').trimEnd(), message.text.trimEnd());
  assert.equal(mail.html, message.html);
  assert.equal(mail.link, message.linkOrCode);
  assert.equal(mail.token, 'abc_DEF-123');
}

test('SMTP: the email arrives with both parts complete', async () => {
  const server = await startMailServer();
  const transport = createSmtpTransport(server.url, from);
  await transport.send(message);
  checkMail(await server.waitForMail(message.to));
  transport.close();
  await server.stop();
});

test('SMTP: an address is one address, whatever it looks like', async () => {
  const server = await startMailServer();
  const transport = createSmtpTransport(server.url, from);
  await transport.send({ ...message, to: "o'brien+tag@example.org" });
  assert.deepEqual(
    server.mails().map(({ to }) => to),
    ["o'brien+tag@example.org"],
  );
  transport.close();
  await server.stop();
});

test('SMTP: neither an address nor a subject with line breaks adds a header or a recipient', async () => {
  const server = await startMailServer();
  const transport = createSmtpTransport(server.url, from);
  for (const to of [
    '"a\r\nBcc: victim@example.org"@example.org',
    '"a\r\nRCPT TO:<victim@example.org>"@example.org',
    'a@example.org, victim@example.org',
    'a@example.org>\r\nRCPT TO:<victim@example.org',
  ]) {
    await assert.rejects(transport.send({ ...message, to }), /rejected/, to);
  }
  assert.deepEqual(server.mails(), []);
  await transport.send(message);
  await transport.send({ ...message, subject: 'Hello\r\nBcc: victim@example.org\r\n\r\nForged' });
  const [plain, hostile] = server.mails();
  assert.deepEqual(hostile?.headers, plain?.headers);
  assert.deepEqual(hostile?.recipients, [message.to]);
  assert.equal(hostile.text, plain?.text);
  transport.close();
  await server.stop();
});

test('SMTP: a server that is away is a failure, not a lost email', async () => {
  const server = await startMailServer();
  await server.stop();
  const transport = createSmtpTransport(server.url, from);
  await assert.rejects(transport.send(message), /ECONNREFUSED/);
  transport.close();
});

test('outbox: each email is a file that only the owner can read, and one log line with its link', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-outbox-'));
  const notes: { to: string; subject: string; linkOrCode: string; file: string }[] = [];
  const transport = createOutboxTransport({
    folder: join(folder, 'outbox'),
    from,
    onMail: (note) => void notes.push(note),
  });
  await Promise.all([transport.send(message), transport.send({ ...message, to: '../../evil/"name"@example.org' })]);
  assert.equal(notes.length, 2);
  for (const { file } of notes) {
    assert.equal(dirname(file), join(folder, 'outbox'));
    assert.equal(statSync(file).mode & 0o777, 0o600);
  }
  const [note] = notes.filter(({ to }) => to === message.to);
  assert.equal(note?.subject, message.subject);
  assert.equal(note.linkOrCode, message.linkOrCode);
  checkMail(readMail(readFileSync(note.file)));
  assert.equal(outboxOf(folder).mails().length, 2);
  transport.close();
  rmSync(folder, { recursive: true });
});
