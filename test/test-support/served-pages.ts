// The real service at its own addresses, with email to a real SMTP server, and a real Chromium to
// open its pages.
import { type Browser, chromium } from 'playwright-core';
import { type NameServer, startNameServer } from '../../service/test-support/dns-server.ts';
import { type MailServer, startMailServer } from '../../service/test-support/mail-server.ts';
import { findProgram, takeFreePort } from '../../service/test-support/private-program.ts';
import { type RunningService, startRunningService } from '../../service/test-support/running-service.ts';

export interface ServedPages {
  readonly service: RunningService;
  readonly mail: MailServer;
  /** The name servers of the service. */
  readonly names: NameServer;
  readonly browser: Browser;
  readonly url: string;
  readonly sandboxUrl: string;
  stop(): Promise<void>;
}

export function findChromium(): string | undefined {
  return findProgram('chromium');
}

/** Settings by their names in the environment, besides those that pages need. */
export async function startServedPages(settings: Readonly<Record<string, string>> = {}): Promise<ServedPages> {
  const [port, sandboxPort] = [await takeFreePort(), await takeFreePort()];
  const [url, sandboxUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${sandboxPort}`];
  const [mail, names] = [await startMailServer(), await startNameServer()];
  const service = await startRunningService({
    settings: {
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      PUBLIC_URL: url,
      SANDBOX_PUBLIC_URL: sandboxUrl,
      SMTP_URL: mail.url,
      DNS_SERVERS: names.address,
      VERIFY_LIMIT_PER_MINUTE: '0',
      ...settings,
    },
  });
  const browser = await chromium.launch({ executablePath: findChromium()!, args: ['--no-sandbox', '--disable-gpu'] });
  return {
    service,
    mail,
    names,
    browser,
    url,
    sandboxUrl,
    async stop() {
      await browser.close();
      await service.stop();
      await mail.stop();
      await names.stop();
    },
  };
}
