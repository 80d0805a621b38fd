// Reads a C2SP tlog-policy: known logs, known witnesses, groups of witnesses, and the quorum. The
// operator writes this file, so each fault names its line.
import { equalBytes, readSize } from './bytes.ts';
import { readVerifierKey, sameVerifierKey, type VerifierKey, type VerifierKeyType } from './verifier-key.ts';

export interface PolicyLog {
  readonly key: VerifierKey;
  readonly url: string | null;
}

export interface PolicyWitness {
  readonly name: string;
  readonly key: VerifierKey;
  readonly url: string | null;
}

export interface PolicyGroup {
  readonly name: string;
  readonly threshold: number;
  /** Names of witnesses and of earlier groups. */
  readonly members: readonly string[];
}

export interface Policy {
  readonly logs: readonly PolicyLog[];
  readonly witnesses: readonly PolicyWitness[];
  /** In the order of the file: a group contains only earlier ones. */
  readonly groups: readonly PolicyGroup[];
  /** The name of a witness or a group. Null if the policy requires no cosignature. */
  readonly quorum: string | null;
}

export class PolicyError extends Error {
  override readonly name = 'PolicyError';
  readonly line: number;

  constructor(line: number, problem: string) {
    super(`Line ${line} of the policy: ${problem}`);
    this.line = line;
  }
}

const longestPolicy = 1_048_576;
const mostOfEach = 256;
const noQuorum = 'none';
const logTypes: readonly VerifierKeyType[] = ['ed25519', 'ml-dsa-44'];
const witnessTypes: readonly VerifierKeyType[] = ['ed25519-cosignature', 'ml-dsa-44'];

export function readPolicy(text: string): Policy {
  if (typeof text !== 'string' || text.length > longestPolicy) {
    throw new PolicyError(1, 'The text is longer than 1 MiB.');
  }
  const reader = new PolicyReader();
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) reader.readLine(at + 1, line);
  return reader.finish(lines.length);
}

/** Whether these keys, whose cosignatures were checked, satisfy the quorum. */
export function meetsQuorum({ witnesses, groups, quorum }: Policy, keys: readonly VerifierKey[]): boolean {
  if (quorum === null) return true;
  const cosigned = witnesses.filter(({ key }) => keys.some((each) => sameVerifierKey(each, key)));
  const met = new Set(cosigned.map(({ name }) => name));
  for (const { name, threshold, members } of groups) {
    if (members.filter((member) => met.has(member)).length >= threshold) met.add(name);
  }
  return met.has(quorum);
}

class PolicyReader {
  readonly #logs: PolicyLog[] = [];
  readonly #witnesses: PolicyWitness[] = [];
  readonly #groups: PolicyGroup[] = [];
  readonly #names = new Set<string>();
  readonly #members = new Set<string>();
  #quorum: string | null | undefined;
  #line = 0;

  readLine(line: number, text: string): void {
    this.#line = line;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: These are what a policy must not contain.
    if (/[\0-\x08\x0b-\x1f\x7f]/.test(text)) this.#fail('It contains a control character. Use spaces, tabs and \\n.');
    const [keyword, ...items] = text.split(/[ \t]+/).filter((item) => item !== '');
    if (keyword === undefined || keyword.startsWith('#')) return;
    if (keyword === 'log') this.#readLog(items);
    else if (keyword === 'witness') this.#readWitness(items);
    else if (keyword === 'group') this.#readGroup(items);
    else if (keyword === 'quorum') this.#readQuorum(items);
    else this.#fail(`The keyword ${keyword} is unknown. Use log, witness, group or quorum.`);
  }

  finish(line: number): Policy {
    this.#line = line;
    if (this.#quorum === undefined) this.#fail('The quorum is missing. Add `quorum <name>` or `quorum none`.');
    return { logs: this.#logs, witnesses: this.#witnesses, groups: this.#groups, quorum: this.#quorum };
  }

  #readLog(items: readonly string[]): void {
    const [vkey, url, ...more] = items;
    if (vkey === undefined || more.length > 0) this.#fail('A log needs `log <vkey> [<url>]`.');
    const key = this.#readKey(vkey, logTypes, this.#logs);
    this.#logs.push({ key, url: url ?? null });
  }

  #readWitness(items: readonly string[]): void {
    const [name, vkey, url, ...more] = items;
    if (name === undefined || vkey === undefined || more.length > 0) {
      this.#fail('A witness needs `witness <name> <vkey> [<url>]`.');
    }
    const key = this.#readKey(vkey, witnessTypes, this.#witnesses);
    this.#define(name);
    this.#witnesses.push({ name, key, url: url ?? null });
  }

  #readGroup(items: readonly string[]): void {
    const [name, threshold, ...members] = items;
    if (name === undefined || threshold === undefined || members.length === 0) {
      this.#fail('A group needs `group <name> all|any|<k> <name>...`.');
    }
    for (const member of members) {
      this.#checkDefined(member);
      if (this.#members.has(member)) this.#fail(`${member} is already a member of a group. List each name once.`);
      this.#members.add(member);
    }
    const words = new Map([
      ['all', members.length],
      ['any', 1],
    ]);
    const needed = words.get(threshold) ?? readSize(threshold);
    if (needed === null || needed < 1 || needed > members.length) {
      this.#fail(`${threshold} is not a threshold. Use all, any or a number from 1 to ${members.length}.`);
    }
    this.#define(name);
    this.#checkCount(this.#groups);
    this.#groups.push({ name, threshold: needed, members });
  }

  #readQuorum(items: readonly string[]): void {
    const [name, ...more] = items;
    if (name === undefined || more.length > 0) this.#fail('A quorum needs `quorum <name>` or `quorum none`.');
    if (this.#quorum !== undefined) this.#fail('The policy already has a quorum. Keep one of them.');
    if (name !== noQuorum) this.#checkDefined(name);
    this.#quorum = name === noQuorum ? null : name;
  }

  #readKey(
    vkey: string,
    types: readonly VerifierKeyType[],
    earlier: readonly { readonly key: VerifierKey }[],
  ): VerifierKey {
    this.#checkCount(earlier);
    const key = readVerifierKey(vkey);
    if (!key) this.#fail('The verifier key is malformed. Copy the whole text `name+ID+key`.');
    if (!types.includes(key.type))
      this.#fail(`A key of type ${key.type} cannot be used here. Use ${types.join(' or ')}.`);
    if (earlier.some((each) => equalPublicKeys(each.key, key))) this.#fail('The same key is on an earlier line.');
    return key;
  }

  #define(name: string): void {
    if (name === noQuorum) this.#fail('The name none is reserved. Choose another name.');
    if (this.#names.has(name)) this.#fail(`${name} is already defined. Choose another name.`);
    this.#names.add(name);
  }

  #checkDefined(name: string): void {
    if (!this.#names.has(name)) this.#fail(`${name} is not defined on an earlier line.`);
  }

  #checkCount(list: readonly unknown[]): void {
    if (list.length >= mostOfEach) this.#fail(`A policy has at most ${mostOfEach} logs, witnesses and groups each.`);
  }

  #fail(problem: string): never {
    throw new PolicyError(this.#line, problem);
  }
}

function equalPublicKeys(left: VerifierKey, right: VerifierKey): boolean {
  return equalBytes(left.publicKey, right.publicKey);
}
