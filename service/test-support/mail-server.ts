// A real SMTP server for tests that keeps its emails, and the same view of an outbox folder of .eml
// files.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { takeFreePort } from './private-program.ts';
import { type ReceivedMail, readMail } from './read-mail.ts';

/** With the recipients that the mail server got. */
export interface DeliveredMail extends ReceivedMail {
  readonly recipients: readonly string[];
}

export interface Mailbox {
  /**
   * The next email to the address with these words in its subject. Each is returned once. Fails if
   * none comes in time.
   */
  waitForMail(to: string, subject?: string): Promise<ReceivedMail>;
  /** All emails so far, oldest first. */
  mails(): readonly ReceivedMail[];
}

export interface MailServer extends Mailbox {
  readonly url: string;
  mails(): readonly DeliveredMail[];
  /** Listens again on the same port. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const port = await takeFreePort();
  const received: DeliveredMail[] = [];
  let server: SMTPServer | undefined;

  async function start(): Promise<void> {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, { envelope }, done) => {
        const recipients = envelope.rcptTo.map(({ address }) => address);
        buffer(stream)
          .then((bytes) => received.push({ ...readMail(bytes), recipients }))
          .then(() => done(), done);
      },
    });
    await new Promise<void>((resolve, reject) => {
      server!.on('error', reject);
      server!.listen(port, '127.0.0.1', resolve);
    });
  }

  await start();
  return {
    ...mailboxOf(() => received),
    mails: () => received,
    url: `smtp://127.0.0.1:${port}`,
    start,
    stop: () => new Promise((resolve) => (server ? server.close(resolve) : resolve())),
  };
}

/** The emails that the service wrote to its outbox because it has no server. */
export function outboxOf(dataDirectory: string): Mailbox {
  const folder = join(dataDirectory, 'outbox');
  return mailboxOf(() => {
    if (!existsSync(folder)) return [];
    const files = readdirSync(folder)
      .sort()
      .map((name) => readFileSync(join(folder, name)));
    // Empty for the moment between its creation and its writing.
    return files.filter((bytes) => bytes.length > 0).map(readMail);
  });
}

const patienceMilliseconds = 30_000;

function mailboxOf(mails: () => readonly ReceivedMail[]): Mailbox {
  const seen = new Set<string>();
  return {
    mails,
    async waitForMail(to, subject = '') {
      const end = Date.now() + patienceMilliseconds;
      for (;;) {
        const mail = mails().find(
          (each) => each.to === to && each.subject.includes(subject) && !seen.has(each.messageId),
        );
        if (mail) {
          seen.add(mail.messageId);
          return mail;
        }
        if (Date.now() > end) throw new Error(`No mail to ${to}${subject && ` about "${subject}"`} came.`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
}
