// Facts about the service itself: its health, its environment and its root certificates.
import type { Transport } from '../transport.ts';

export function systemOf({ call, download }: Transport) {
  return {
    /** A service that is not well answers 503, which is an error here. */
    health: () => call('GET /health', {}),
    version: () => call('GET /version', {}),
    /** PEM; for `verifyBundle`, kept since a time when the service was trusted. */
    async roots(): Promise<string> {
      const { body } = await download('GET /.well-known/c2pa-roots.pem', {});
      return body.text();
    },
  };
}
