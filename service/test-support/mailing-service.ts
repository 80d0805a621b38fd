// A running service whose email goes to a real SMTP server, for suites about accounts: started
// before, stopped after.
import { after, before } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type MailServer, startMailServer } from './mail-server.ts';
import { type DatabaseKind, type RunningService, startRunningService } from './running-service.ts';

export interface MailingService {
  /** Valid once the suite runs. */
  readonly service: RunningService;
  readonly mail: MailServer;
  readonly call: RunningService['live']['call'];
  /**
   * Resolves when the live service has sent every requested email, or found that it has no
   * recipient.
   */
  mailSent(): Promise<void>;
}

export function useMailingService(
  database: DatabaseKind,
  settings: Readonly<Record<string, string>> = {},
): MailingService {
  let service: RunningService;
  let mail: MailServer;
  before(async () => {
    mail = await startMailServer();
    service = await startRunningService({ database, settings: { SMTP_URL: mail.url, ...settings } });
  });
  after(async () => {
    await service.stop();
    await mail.stop();
  });
  return {
    get service() {
      return service;
    },
    get mail() {
      return mail;
    },
    call: (...given) => service.live.call(...given),
    async mailSent() {
      while (await service.database.read.selectFrom('mail_queue').select('mail_id').executeTakeFirst()) await pause(10);
    },
  };
}
