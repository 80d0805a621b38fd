// The rules for every response: no failure of ours, a declared status and body, no secrets of the
// other organization, and no access for a forger or by a foreign identifier. Returns a sentence for
// each breach.
import { strictValidatorOf } from '../../service/test-support/http-client.ts';
import type { Operation } from './operations.ts';
import type { RawAnswer } from './raw-client.ts';
import type { RequestCase } from './request-cases.ts';

export type Judgement = { readonly kind: 'fine' | 'busy' } | { readonly kind: 'fault'; readonly fault: string };

/**
 * Responses before any route is known: bytes that are not HTTP, headers that are too large or
 * unknown.
 */
const outside = new Set([400, 404, 408, 413, 417, 431]);

/** Beyond this, Node itself can refuse. */
const longestHead = 15_000;

export function judgeAnswer(request: RequestCase, answer: RawAnswer, secret: string): Judgement {
  const fault = findFault(request, answer, secret);
  if (fault !== undefined) return { kind: 'fault', fault };
  return { kind: answer.status === 503 ? 'busy' : 'fine' };
}

function findFault(request: RequestCase, { status, headers, body }: RawAnswer, secret: string): string | undefined {
  const { operation } = request;
  if (status === 0) return request.framing || request.isElsewhere || request.hasOddHeaders ? undefined : 'no answer';
  if (body.includes(secret)) return `${status} shows a secret of the other organization`;
  if (status === 503) return headers.has('retry-after') ? undefined : '503 without Retry-After';
  if (status >= 500) return `${status} ${body.toString().slice(0, 300)}`;
  if (request.method === 'HEAD' || status === 204 || status === 304 || status === 101) return undefined;
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  const parsed = isJson ? parse(body) : undefined;
  if (isJson && parsed === undefined) return `${status} with a body that is no JSON`;
  if (status >= 400 && isJson) {
    const fault = findErrorFault(parsed, headers);
    if (fault) return `${status} ${fault}`;
  }
  if (request.framing || request.isElsewhere) return undefined;
  if (status === 431 && headLength(request) > longestHead) return undefined;
  if (request.hasOddHeaders && outside.has(status)) return undefined;
  return findDeclaredFault(operation, status, parsed) ?? findOpenDoor(request, status);
}

function headLength({ target, headers }: RequestCase): number {
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, target.length);
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function findErrorFault(body: unknown, headers: RawAnswer['headers']): string | undefined {
  const { error, message, request_id } = body as Record<string, unknown>;
  if (typeof error !== 'string' || typeof message !== 'string' || !/\S/.test(message))
    return 'in another form than errors have';
  return request_id === headers.get('x-request-id') ? undefined : 'with another request_id than its header';
}

function findDeclaredFault(operation: Operation, status: number, body: unknown): string | undefined {
  if (status === operation.successStatus) {
    if (!operation.successSchema || body === undefined) return undefined;
    const fits = strictValidatorOf(operation.successSchema as never).Check(body);
    return fits
      ? undefined
      : `${status} with a body that its schema does not describe: ${JSON.stringify(body).slice(0, 300)}`;
  }
  const codes = operation.errors.get(status);
  if (!codes) return `the status ${status} is not declared`;
  const { error } = (body ?? {}) as { error?: string };
  return error === undefined || codes.includes(error) ? undefined : `the error ${error} is not declared`;
}

function findOpenDoor({ operation, caller, namesForeign }: RequestCase, status: number): string | undefined {
  if (operation.isPublic || status >= 400) return undefined;
  if (caller === 'nobody' || caller === 'a forger') return `${status} for ${caller}`;
  return namesForeign ? `${status} for an identifier of the other organization` : undefined;
}
