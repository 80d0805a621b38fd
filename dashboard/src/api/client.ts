// The one client of the pages, in the name of the session, and the cache of what it answered.
import { createClient, ServiceError } from '@content-provenance/client';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { pageSetting } from '../page-setting.ts';
import { session } from '../session/session.ts';

export const client = createClient({
  baseUrl: location.origin + pageSetting.base,
  credential: () => session.token(),
  // The cache below has a way of its own.
  retries: 0,
});

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: endSessionWhenRefused }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // What the service refuses it will refuse again; what it could not answer may go better.
      retry: (count, error) =>
        count < 2 && (!(error instanceof ServiceError) || error.status === 0 || error.status >= 500),
    },
    mutations: { onError: endSessionWhenRefused },
  },
});

/**
 * Ended elsewhere: by a log-out, a new password, a removal from the team. The dashboard then asks
 * to log in.
 */
function endSessionWhenRefused(error: Error): void {
  if (error instanceof ServiceError && error.code === 'unauthorized') session.end();
}
