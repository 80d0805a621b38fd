// The client of the pages, with the credentials of the session, and the cache of its responses.
import { createClient, ServiceError } from '@content-provenance/client';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { pageSetting } from '../page-setting.ts';
import { session } from '../session/session.ts';

export const client = createClient({
  baseUrl: location.origin + pageSetting.base,
  credential: () => session.token(),
  // The cache below has its own retries.
  retries: 0,
});

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: endSessionWhenRefused }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A refused request will be refused again. One that failed otherwise can succeed later.
      retry: (count, error) =>
        count < 2 && (!(error instanceof ServiceError) || error.status === 0 || error.status >= 500),
    },
    mutations: { onError: endSessionWhenRefused },
  },
});

/**
 * Ended elsewhere: by a logout, a new password, or a removal from the team. The dashboard then
 * shows the login.
 */
function endSessionWhenRefused(error: Error): void {
  if (error instanceof ServiceError && error.code === 'unauthorized') session.end();
}
