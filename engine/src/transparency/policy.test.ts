// Policies: groups, quorums and every fault.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ed25519Cosigner,
  ed25519Signer,
  meetsQuorum,
  mlDsa44Cosigner,
  PolicyError,
  readPolicy,
  writeVerifierKey,
} from './index.ts';

const seed = (value: number) => new Uint8Array(32).fill(value);
const log = writeVerifierKey(ed25519Signer('log.example', seed(1)).key);
const names = ['X1', 'X2', 'X3', 'Y1', 'Y2', 'Y3'] as const;
const signers = names.map((name, at) => (at % 2 ? mlDsa44Cosigner : ed25519Cosigner)(`${name}.example`, seed(10 + at)));
const keys = Object.fromEntries(names.map((name, at) => [name, signers[at]!.key]));
const vkeys = Object.fromEntries(names.map((name, at) => [name, writeVerifierKey(signers[at]!.key)]));

const example = `log ${log}

witness X1 ${vkeys.X1}
witness X2 ${vkeys.X2}
witness X3 ${vkeys.X3}
group X-witnesses 2 X1 X2 X3

witness Y1 ${vkeys.Y1}
witness Y2 ${vkeys.Y2}
witness Y3 ${vkeys.Y3}
group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`;

test('a group of groups requires two of X and one of Y', () => {
  const policy = readPolicy(example);
  assert.deepEqual(
    policy.groups.map(({ name, threshold }) => [name, threshold]),
    [
      ['X-witnesses', 2],
      ['Y-witnesses', 1],
      ['X-and-Y', 2],
    ],
  );
  for (let set = 0; set < 64; set++) {
    const present = names.filter((_, at) => Math.floor(set / 2 ** at) % 2 === 1);
    const met =
      present.filter((name) => name.startsWith('X')).length >= 2 && present.some((name) => name.startsWith('Y'));
    assert.equal(
      meetsQuorum(
        policy,
        present.map((name) => keys[name]!),
      ),
      met,
      present.join(' '),
    );
  }
  assert.ok(!meetsQuorum(policy, Array(6).fill(keys.X1)), 'one witness counts once');
  const imitation = ed25519Cosigner('X1.example', seed(99)).key;
  assert.ok(!meetsQuorum(policy, [imitation, keys.X2!, keys.Y1!]));
});

test('whitespace, comments, URLs and an unterminated last line are accepted', () => {
  const policy = readPolicy(
    `\t# Comment ü\n\n log\t${log}  https://log.example/log \nwitness W ${vkeys.X1} https://w.example/\n quorum W`,
  );
  assert.deepEqual(
    policy.logs.map(({ url }) => url),
    ['https://log.example/log'],
  );
  assert.deepEqual(
    policy.witnesses.map(({ name, url }) => [name, url]),
    [['W', 'https://w.example/']],
  );
  assert.equal(policy.quorum, 'W');
});

test('a quorum of none requires no witness', () => {
  assert.ok(meetsQuorum(readPolicy('quorum none\n'), []));
  assert.ok(!meetsQuorum(readPolicy(`witness W ${vkeys.X1}\nquorum W\n`), []));
});

test('each fault names its line', () => {
  const w = `witness W ${vkeys.X1}`;
  const faults: [string, number][] = [
    ['', 1],
    [`${w}\n`, 2],
    ['quorum', 1],
    ['quorum W', 1],
    ['quorum none\nquorum none', 2],
    ['quorum none none', 1],
    ['Quorum none', 1],
    ['quorum none\r\n', 1],
    ['quorum none\0', 1],
    ['quorum none\nlog', 2],
    ['quorum none\nlog x', 2],
    [`quorum none\nlog ${vkeys.X1}`, 2],
    [`quorum none\nlog ${log}\nlog ${log}`, 3],
    [`quorum none\nlog ${log} a b`, 2],
    ['quorum none\nwitness W', 2],
    [`quorum none\nwitness W ${log}`, 2],
    [`${w}\n${w}`, 2],
    [`${w}\nwitness W ${vkeys.X2}`, 2],
    [`${w}\nwitness V ${vkeys.X1}`, 2],
    [`witness none ${vkeys.X1}`, 1],
    [`witness W ${vkeys.X1!.slice(0, -1)}`, 1],
    [`${w}\ngroup G all`, 2],
    [`${w}\ngroup G all V`, 2],
    [`${w}\ngroup G all G`, 2],
    [`${w}\ngroup G all none`, 2],
    [`${w}\ngroup W all W`, 2],
    [`${w}\ngroup G all W W`, 2],
    [`${w}\ngroup G all W\ngroup H all W`, 3],
    [`${w}\ngroup none all W`, 2],
    ...['0', '2', '01', '-1', '1.0', 'some', 'constructor', 'toString', '__proto__'].map((k): [string, number] => [
      `${w}\ngroup G ${k} W`,
      2,
    ]),
  ];
  for (const [text, line] of faults) {
    assert.throws(
      () => readPolicy(text),
      (error) => error instanceof PolicyError && error.line === line,
      JSON.stringify(text),
    );
  }
  for (const value of [undefined, null, 5, {}, 'x'.repeat(2_000_000)])
    assert.throws(() => readPolicy(value as string), PolicyError);
});

test('witnesses with the same public key are one witness', () => {
  const twin = writeVerifierKey(ed25519Cosigner('twin.example', seed(10)).key);
  assert.throws(() => readPolicy(`witness A ${vkeys.X1}\nwitness B ${twin}\nquorum A\n`), PolicyError);
});
