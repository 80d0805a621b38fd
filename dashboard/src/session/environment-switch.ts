// The way from one environment to the other without a second login (docs/decisions/0035). Each has
// its own address and its own session, so the browser visits /switch of both:
// 1. there: keeps a secret in this tab, and comes here with its hash;
// 2. here: gets a ticket for the session, and goes there with it;
// 3. there: trades ticket and secret for a session.
import { client } from '../api/client.ts';
import { pagePaths } from '../page-paths.ts';
import { pageSetting } from '../page-setting.ts';
import { switchAddress } from './other-address.ts';
import { session } from './session.ts';

const verifierKey = 'switch-verifier';
/** Whether this browser has sessions in both, so that a logout ends both. */
const bothKey = 'switched-environment';

/** Step 1. False if the browser cannot do it: a page without https has no crypto.subtle. */
export async function askForTicket(next: string): Promise<boolean> {
  if (!crypto.subtle) return false;
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  sessionStorage.setItem(verifierKey, verifier);
  location.replace(switchAddress({ challenge: await sha256(verifier), next }));
  return true;
}

/** Step 2. Without a session, or without the right to come, the other side shows its login. */
export async function giveTicket(challenge: string, next: string): Promise<void> {
  const answer =
    session.token() === undefined ? undefined : await client.auth.switchTicket(challenge).catch(() => null);
  if (!answer) {
    location.replace(`${pageSetting.otherUrl}${pagePaths.login}?${new URLSearchParams({ next })}`);
    return;
  }
  localStorage.setItem(bothKey, 'true');
  location.replace(`${switchAddress({ next })}#ticket=${encodeURIComponent(answer.ticket)}`);
}

/** Step 3. Undefined if the ticket is not for this tab. */
export async function spendTicket(ticket: string) {
  const verifier = sessionStorage.getItem(verifierKey);
  sessionStorage.removeItem(verifierKey);
  if (verifier === null) return undefined;
  const answer = await client.auth.enterWithTicket({ ticket, verifier });
  localStorage.setItem(bothKey, 'true');
  return answer;
}

/** After a logout here: where the browser goes to end the other session, if it has one. */
export function endOtherSession(): void {
  if (localStorage.getItem(bothKey) === null) return;
  localStorage.removeItem(bothKey);
  location.replace(switchAddress({ end: 'session' }));
}

/** After a logout there. */
export async function endThisSession(): Promise<void> {
  localStorage.removeItem(bothKey);
  if (session.token() !== undefined) await client.auth.logOut().catch(() => undefined);
  session.end();
  location.replace(pageSetting.otherUrl + pagePaths.login);
}

async function sha256(text: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
