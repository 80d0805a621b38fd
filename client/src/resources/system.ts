// Facts about the service itself: its health, its environment and its root certificates.
import type { CallOptions } from '../call-limits.ts';
import type { Transport } from '../transport.ts';

export function systemOf({ call, download }: Transport) {
  return {
    /** Throws if the service is not ready (status 503). */
    health: (options?: CallOptions) => call('GET /health', {}, options),
    version: (options?: CallOptions) => call('GET /version', {}, options),
    /** Root certificates in PEM. Save them while you trust the service, for `verifyBundle`. */
    async roots(options?: CallOptions): Promise<string> {
      const { body } = await download('GET /.well-known/c2pa-roots.pem', {}, options);
      return body.text();
    },
  };
}
