// Opens pages in the name of an account, without the way over the login page.
import type { BrowserContextOptions } from 'playwright-core';

export function loggedIn(url: string, token: string): BrowserContextOptions {
  return {
    storageState: { cookies: [], origins: [{ origin: url, localStorage: [{ name: 'session-token', value: token }] }] },
  };
}
