// How an audit event names the person or program that caused it.
import type { Caller } from './caller.ts';

export function actorOf(caller: Caller): string {
  return caller.kind === 'session' ? caller.userId : caller.keyId;
}
