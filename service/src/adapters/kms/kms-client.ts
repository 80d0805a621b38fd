// Calls to the key management service that the operator configured (docs/run/key-custody.md). Every
// call is an HTTPS POST of JSON. The address is the operator's own choice, so it can be private.
// TLS is always verified, redirects are not followed, and size and time are limited.
import { readFileSync } from 'node:fs';
import { Agent, request as openRequest } from 'node:https';
import { CustodyUnavailable, KeyUnavailable } from '../key-custody/custodian.ts';

export interface KmsOptions {
  /** Without a slash at the end. */
  readonly url: string;
  /** Sent as `Authorization: Bearer`. */
  readonly token?: string | undefined;
  /** PEM files: the authority of the server, and a certificate with its key for mutual TLS. */
  readonly authorityFile?: string | undefined;
  readonly certificateFile?: string | undefined;
  readonly keyFile?: string | undefined;
  readonly limitMilliseconds?: number;
}

export interface KmsClient {
  /** operation: the last part of the path. Resolves with the members of the response. */
  call(operation: string, body: object): Promise<Readonly<Record<string, unknown>>>;
  close(): void;
}

const mostBytes = 64 * 1024;
const mostConnections = 32;
/** No response has arrived, so the second attempt can reach a server that the first could not. */
const lostConnection = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'];

export function createKmsClient({ url, token, limitMilliseconds = 5_000, ...files }: KmsOptions): KmsClient {
  const agent = new Agent({ keepAlive: true, maxSockets: mostConnections, ...readFiles(files) });
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };

  async function post(operation: string, body: object, signal: AbortSignal) {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; bytes: Buffer }>();
    const request = openRequest(`${url}/${operation}`, { method: 'POST', agent, headers, signal });
    request.on('error', reject).on('response', async (response) => {
      try {
        const chunks: Buffer[] = [];
        let length = 0;
        for await (const chunk of response as AsyncIterable<Buffer>) {
          length += chunk.length;
          if (length > mostBytes) throw new CustodyUnavailable(`Its response is longer than ${mostBytes} bytes.`);
          chunks.push(chunk);
        }
        resolve({ status: response.statusCode!, bytes: Buffer.concat(chunks) });
      } catch (problem) {
        request.destroy();
        reject(problem);
      }
    });
    request.end(JSON.stringify(body));
    return promise;
  }

  return {
    async call(operation, body) {
      const signal = AbortSignal.timeout(limitMilliseconds);
      try {
        const { status, bytes } = await post(operation, body, signal).catch((problem) => {
          if (!lostConnection.includes(problem.code)) throw problem;
          return post(operation, body, signal);
        });
        return readAnswer(operation, status, bytes);
      } catch (problem) {
        if (problem instanceof CustodyUnavailable) throw problem;
        const { name, code } = problem as NodeJS.ErrnoException;
        const reason = signal.aborted ? 'it did not respond in time' : (code ?? name);
        throw new CustodyUnavailable(`The KMS failed at ${operation}: ${reason}.`);
      }
    },
    close: () => agent.destroy(),
  };
}

function readAnswer(operation: string, status: number, bytes: Buffer): Record<string, unknown> {
  // These are about one key: the KMS does not have it, or does not allow this use of it.
  if ([400, 403, 404].includes(status)) throw new KeyUnavailable(`The KMS refused ${operation} with ${status}.`);
  if (status !== 200) throw new CustodyUnavailable(`The KMS responded to ${operation} with ${status}.`);
  try {
    const answer: unknown = JSON.parse(bytes.toString());
    if (typeof answer === 'object' && answer !== null) return answer as Record<string, unknown>;
  } catch {}
  throw new CustodyUnavailable(`The response of the KMS to ${operation} is not a JSON object.`);
}

function readFiles({ authorityFile, certificateFile, keyFile }: Partial<KmsOptions>) {
  const read = (file: string | undefined) => (file === undefined ? undefined : readFileSync(file));
  return { ca: read(authorityFile), cert: read(certificateFile), key: read(keyFile) };
}
