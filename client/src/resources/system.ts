// Facts about the service itself: its health, its environment and its root certificates.
import type { Transport } from '../transport.ts';

export function systemOf({ call, download }: Transport) {
  return {
    /** Throws if the service is not ready (status 503). */
    health: () => call('GET /health', {}),
    version: () => call('GET /version', {}),
    /** Root certificates in PEM. Save them while you trust the service, for `verifyBundle`. */
    async roots(): Promise<string> {
      const { body } = await download('GET /.well-known/c2pa-roots.pem', {});
      return body.text();
    },
  };
}
