// The session of this browser. The token is in localStorage, so that a session works across tabs
// and reloads for its 24 hours. Unlike a cookie, it is never sent automatically, so no other site
// can act in its name. Only a foreign script could steal it, and the Content-Security-Policy lets
// none run. A logout in one tab ends the session in all.
import { useSyncExternalStore } from 'react';
import { pageSetting } from '../page-setting.ts';

/** By environment, because both can be under one address. */
const key = pageSetting.environment === 'live' ? 'session-token' : 'sandbox-session-token';
const listeners = new Set<() => void>();

export const session = {
  token(): string | undefined {
    const token = localStorage.getItem(key) ?? undefined;
    return token !== undefined && isCurrent(token) ? token : undefined;
  },
  begin(token: string): void {
    localStorage.setItem(key, token);
    tell();
  },
  end(): void {
    localStorage.removeItem(key);
    tell();
  },
  onChange: subscribe,
  /** Whether there was one that has expired, which the next login mentions. */
  hasExpired(): boolean {
    const token = localStorage.getItem(key);
    return token !== null && !isCurrent(token);
  },
};

export function useSession(): string | undefined {
  return useSyncExternalStore(subscribe, session.token);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const heard = (event: StorageEvent) => event.key === key && listener();
  addEventListener('storage', heard);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', heard);
  };
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** The payload is read only for its expiry. Only the service knows whether the token is valid. */
function isCurrent(token: string): boolean {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    const { exp } = JSON.parse(atob(payload)) as { exp: number };
    return exp * 1_000 > Date.now();
  } catch {
    return false;
  }
}
