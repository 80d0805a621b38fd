// The caller: a person with a session, or a program with an API key. authenticate.ts creates it,
// everyone else reads it.
import type { Role, TwoFactorMethod } from '../database/schema.ts';
import type { PlanName } from '../plans/plans.ts';
import type { KeyRestrictions } from './stored-restrictions.ts';

export interface CallingOrganization {
  readonly orgId: string;
  readonly name: string;
  readonly plan: PlanName;
  /** Whether signing keeps a private label, and a thumbnail. */
  readonly keepsLabels: boolean;
  readonly keepsThumbnails: boolean;
}

export interface SessionCaller {
  readonly kind: 'session';
  readonly organization: CallingOrganization;
  readonly userId: string;
  readonly email: string;
  /** Milliseconds since 1970. */
  readonly userCreatedAt: number;
  readonly role: Role;
  readonly emailVerified: boolean;
  /** Null: turned off. */
  readonly twoFactor: TwoFactorMethod | null;
  readonly sessionId: string;
  /** Milliseconds since 1970. */
  readonly sessionExpiresAt: number;
  /** Whether a login in the other environment opened the session. */
  readonly hasSwitched: boolean;
}

export interface KeyCaller {
  readonly kind: 'key';
  readonly organization: CallingOrganization;
  readonly keyId: string;
  /** The member a personal key belongs to. */
  readonly userId: string | null;
  /**
   * A key of the organization acts as an admin. A personal key has its member's role, but never
   * more than that of the member who created it and so has seen it.
   */
  readonly role: Role;
  /**
   * For a key: whether the organization has an owner with a verified address (settled point 29).
   */
  readonly emailVerified: boolean;
  readonly restrictions: KeyRestrictions;
}

export type Caller = SessionCaller | KeyCaller;

/** Who can call a route. */
export const callerKinds = ['public', 'session', 'key', 'key-or-session'] as const;
export type CallerKind = (typeof callerKinds)[number];

/** The member, or the key. */
export function callerId(caller: Caller): string {
  return caller.kind === 'session' ? caller.userId : caller.keyId;
}

const rank: Readonly<Record<Role, number>> = { user: 0, admin: 1, owner: 2 };

export function isRole(text: string): text is Role {
  return Object.hasOwn(rank, text);
}

export function lowerRole(left: Role, right: Role): Role {
  return rank[left] < rank[right] ? left : right;
}

export function hasRole(caller: Caller, least: Role): boolean {
  return rank[caller.role] >= rank[least];
}
