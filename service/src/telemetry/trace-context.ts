// W3C Trace Context: the headers traceparent and tracestate of a request. A header that breaks the
// rules is ignored, and the request starts a new trace.
import { randomFillSync } from 'node:crypto';

export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly sampled: boolean;
  /** What other systems added to the trace. Empty: nothing. */
  readonly traceState: string;
}

/** Version, trace, parent, flags. Only a later version can have more after them. */
const parentForm = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const longestParent = 256;
const stateMember = /^[a-z0-9][a-z0-9_*/@-]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;
/** The standard asks to keep at least 512 characters, and allows at most 32 members. */
const longestState = 512;
const mostMembers = 32;

export function readTraceContext(parent: unknown, state?: unknown): TraceContext | undefined {
  if (typeof parent !== 'string' || parent.length > longestParent) return undefined;
  const [, version, traceId, spanId, flags, more] = parentForm.exec(parent) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  if (version === '00' && more !== undefined) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags!, 16) & 1) === 1, traceState: readState(state) };
}

function readState(state: unknown): string {
  if (typeof state !== 'string' || state.length > longestState) return '';
  const members = state
    .split(',')
    .map((member) => member.trim())
    .filter((member) => member !== '');
  return members.length <= mostMembers && members.every((member) => stateMember.test(member)) ? members.join(',') : '';
}

export function traceparentOf({ traceId, spanId, sampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-0${Number(sampled)}`;
}

export function newTraceId(): string {
  return randomHex(16);
}

export function newSpanId(): string {
  return randomHex(8);
}

/** Random bytes are expensive one by one, and every request needs some. */
const pool = Buffer.alloc(4_096);
let used = pool.length;

function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}
