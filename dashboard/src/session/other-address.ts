// Addresses of the other environment. Apart from environment-switch.ts, because every page needs
// them.
import { pagePaths } from '../page-paths.ts';
import { pageSetting } from '../page-setting.ts';

/** The same page in the other environment. What has an id here does not exist there. */
export function otherAddress(path: string, isLoggedIn: boolean): string {
  const page = /^\/(records|generators|webhooks)\/(?!new$)/.exec(path)?.[1];
  const next = page === undefined ? path : `/${page}`;
  return isLoggedIn ? switchAddress({ next }) : pageSetting.otherUrl + next;
}

export function switchAddress(search: Readonly<Record<string, string>>): string {
  return `${pageSetting.otherUrl}${pagePaths.switch}?${new URLSearchParams(search)}`;
}
