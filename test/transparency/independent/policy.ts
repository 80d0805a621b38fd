// Policies of tlog-policy: read, and asked whether a set of cosigners meets the quorum.
import { type PublicKey, readVerifierKeyText } from './keys.ts';

export interface TrustPolicy {
  readonly logs: readonly PublicKey[];
  readonly witnesses: ReadonlyMap<string, PublicKey>;
  isMet(cosigners: readonly PublicKey[]): boolean;
}

type Rule = (cosigners: readonly PublicKey[]) => boolean;

/** Null if the text breaks any rule. */
export function readTrustPolicy(text: string): TrustPolicy | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
  if (/[\x00-\x08\x0b-\x1f\x7f]/.test(text) || !text.endsWith('\n')) return null;
  const logs: PublicKey[] = [];
  const witnesses = new Map<string, PublicKey>();
  const rules = new Map<string, Rule>();
  const members = new Set<string>();
  let quorum: Rule | undefined;
  for (const line of text.split('\n')) {
    const words = line.split(/[ \t]+/).filter((word) => word !== '');
    if (words.length === 0 || words[0]!.startsWith('#')) continue;
    const [keyword, name, ...rest] = words;
    if (keyword === 'log') {
      const key = readVerifierKeyText(name ?? '');
      if (!key || rest.length > 1 || key.kind === 'ed25519-cosignature' || isIn(logs, key)) return null;
      logs.push(key);
    } else if (keyword === 'witness') {
      const key = readVerifierKeyText(rest[0] ?? '');
      if (!key || rest.length > 2 || key.kind === 'ed25519' || !isFree(name!)) return null;
      if (isIn([...witnesses.values()], key)) return null;
      witnesses.set(name!, key);
      rules.set(name!, (cosigners) => isIn(cosigners, key));
    } else if (keyword === 'group') {
      const [threshold, ...names] = rest;
      const needed = threshold === 'any' ? 1 : threshold === 'all' ? names.length : numberIn(threshold);
      if (name === undefined || !isFree(name) || !(needed >= 1 && needed <= names.length)) return null;
      if (names.some((member) => !rules.has(member) || members.has(member))) return null;
      if (new Set(names).size !== names.length) return null;
      for (const member of names) members.add(member);
      const parts = names.map((member) => rules.get(member)!);
      rules.set(name, (cosigners) => parts.filter((part) => part(cosigners)).length >= needed);
    } else if (keyword === 'quorum') {
      const rule = name === 'none' ? () => true : rules.get(name ?? '');
      if (!rule || rest.length > 0 || quorum) return null;
      quorum = rule;
    } else return null;
  }
  return quorum ? { logs, witnesses, isMet: quorum } : null;

  function isFree(name: string): boolean {
    return name !== 'none' && !rules.has(name);
  }
}

const isIn = (keys: readonly PublicKey[], key: PublicKey): boolean =>
  keys.some((other) => other.bytes.equals(key.bytes));

const numberIn = (text: string | undefined): number =>
  text !== undefined && /^[1-9][0-9]*$/.test(text) ? Number(text) : Number.NaN;
