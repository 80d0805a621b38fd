// Email through a real server: SMTP with nodemailer.
import { createTransport } from 'nodemailer';
import type { MailTransport } from './mail-transport.ts';

const timeoutMilliseconds = 20_000;

export function createSmtpTransport(url: string, from: string): MailTransport {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const transport = createTransport({
    host: hostname,
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    pool: true,
    maxConnections: 4,
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
    // The content comes only from us: a message never reads a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text, html }) {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html });
    },
    close: () => transport.close(),
  };
}
