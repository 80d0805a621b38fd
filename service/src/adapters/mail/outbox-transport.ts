// Email without a server: each message becomes an .eml file that any email program opens, and one
// log line with its link.
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { MailTransport } from './mail-transport.ts';

export interface OutboxOptions {
  readonly folder: string;
  readonly from: string;
  onMail(note: {
    readonly to: string;
    readonly subject: string;
    readonly linkOrCode: string;
    readonly file: string;
  }): void;
}

export function createOutboxTransport({ folder, from, onMail }: OutboxOptions): MailTransport {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  let count = 0;
  return {
    async send({ to, subject, text, html, linkOrCode }) {
      const { message } = await composer.sendMail({ from, to: { name: '', address: to }, subject, text, html });
      const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
      const name = `${time}-${String(process.pid)}-${String(count++)}-${to.replaceAll(/[^a-z0-9@.-]/gi, '_').slice(0, 80)}.eml`;
      const file = join(folder, name);
      await writeFile(file, message as Buffer, { mode: 0o600, flag: 'wx' });
      onMail({ to, subject, linkOrCode, file });
    },
    close: () => composer.close(),
  };
}
