// Policies of tlog-policy: our reader and the independent one agree on what is a policy, and on
// which sets of witnesses meet its quorum.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { meetsQuorum, PolicyError, readPolicy, readVerifierKey } from '@content-provenance/engine/transparency';
import { signerFrom, verifierKey } from './independent/keys.ts';
import { readTrustPolicy } from './independent/policy.ts';

const log = signerFrom('log.example', 'ed25519', randomBytes(32));
const witnesses = Array.from({ length: 6 }, (_, i) =>
  signerFrom(`w${i}.example`, i % 2 ? 'ml-dsa-44' : 'ed25519-cosignature', randomBytes(32)),
);
const [w0, w1, w2, w3, w4, w5] = witnesses.map(verifierKey);
const vkey = verifierKey(log);
const six = [w0, w1, w2, w3, w4, w5].map((key, i) => `witness X${i} ${key}\n`).join('');

const policies = {
  'no witness is needed': `log ${vkey}\nquorum none\n`,
  'one witness': `log ${vkey} https://log.example/\nwitness one ${w0} https://w.example/\nquorum one\n`,
  'two groups in a group': `log ${vkey}\n${six}group A 2 X0 X1 X2\ngroup B any X3 X4 X5\ngroup C all A B\nquorum C\n`,
  'a group inside another, next to a witness': `${six}group A all X0 X1\ngroup B 2 A X2 X3\nquorum B\n`,
  'tabs, spaces, comments and empty lines': `\n \t# first\n  witness\tX ${w0}  \n\n\t quorum\t \tX \t\n# last\n`,
  'names that look like words of the format': `witness all ${w0}\nwitness any ${w1}\ngroup 2 any all any\nquorum 2\n`,
  'names outside of ASCII': `witness Zeugin-Ö ${w0}\nwitness \u212a ${w1}\nwitness K ${w2}\ngroup g 2 \u212a K\nquorum g\n`,
};

const faults = {
  'no quorum': `witness X ${w0}\n`,
  'two quorums': `quorum none\nquorum none\n`,
  'a quorum that is defined later': `quorum X\nwitness X ${w0}\n`,
  'a quorum of nobody': 'quorum X\n',
  'a quorum of two names': `witness X ${w0}\nwitness Y ${w1}\nquorum X Y\n`,
  'an unknown keyword': `witnes X ${w0}\nquorum none\n`,
  'the same witness twice': `witness X ${w0}\nwitness Y ${w0}\nquorum X\n`,
  'the same key under another name': `witness X ${w0}\nwitness Y ${sameKey()}\nquorum X\n`,
  'the same name twice': `witness X ${w0}\nwitness X ${w1}\nquorum X\n`,
  'a group with the name of a witness': `witness X ${w0}\ngroup X any X\nquorum X\n`,
  'a witness named none': `witness none ${w0}\nquorum none\n`,
  'none as a member': `witness X ${w0}\ngroup g any none X\nquorum g\n`,
  'a group without members': `group g any\nquorum g\n`,
  'a threshold of 0': `witness X ${w0}\ngroup g 0 X\nquorum g\n`,
  'a threshold above the number of members': `witness X ${w0}\ngroup g 2 X\nquorum g\n`,
  'a negative threshold': `witness X ${w0}\ngroup g -1 X\nquorum g\n`,
  'a threshold with a fraction': `witness X ${w0}\ngroup g 1.0 X\nquorum g\n`,
  'a threshold in hexadecimal': `witness X ${w0}\ngroup g 0x1 X\nquorum g\n`,
  'a member twice in a group': `witness X ${w0}\nwitness Y ${w1}\ngroup g 2 X X\nquorum g\n`,
  'a member of two groups': `witness X ${w0}\nwitness Y ${w1}\ngroup a any X\ngroup b any X Y\nquorum b\n`,
  'a group of itself': `group g any g\nquorum g\n`,
  'the same log twice': `log ${vkey}\nlog ${vkey}\nquorum none\n`,
  'a log with the key of a witness': `log ${w0}\nquorum none\n`,
  'a witness with the key of a log': `witness X ${vkey}\nquorum X\n`,
  'a log without a key': 'log\nquorum none\n',
  'a witness without a key': 'witness X\nquorum none\n',
  'a broken key': `witness X ${w0!.slice(0, -1)}\nquorum X\n`,
  'a word too many': `witness X ${w0} https://w.example/ more\nquorum X\n`,
  CRLF: `witness X ${w0}\r\nquorum X\r\n`,
  'a vertical tab as white space': `witness X\v${w0}\nquorum X\n`,
  'a zero byte in a comment': '# \0\nquorum none\n',
  'DEL in a comment': '# \x7f\nquorum none\n',
  'an empty file': '',
};

function sameKey(): string {
  return verifierKey({ ...witnesses[0]!, name: 'other.example' });
}

describe('policies', () => {
  for (const [what, text] of Object.entries(policies)) {
    test(`${what}: both readers accept the same sets of witnesses`, () => {
      const [ours, theirs] = [readPolicy(text), readTrustPolicy(text)!];
      assert.ok(theirs);
      for (let set = 0; set < 64; set++) {
        const cosigners = witnesses.filter((_, i) => set & (1 << i));
        const keys = cosigners.map((signer) => readVerifierKey(verifierKey(signer))!);
        assert.equal(meetsQuorum(ours, keys), theirs.isMet(cosigners), `${what}: ${set.toString(2)}`);
      }
    });
  }

  for (const [what, text] of Object.entries(faults)) {
    test(`${what}: both readers refuse it`, () => {
      assert.equal(readTrustPolicy(text), null);
      assert.throws(() => readPolicy(text), PolicyError);
    });
  }

  test('32 logs, 32 witnesses and 32 groups are accepted', () => {
    const names = Array.from({ length: 32 }, (_, i) => i);
    const key = (kind: 'ed25519' | 'ed25519-cosignature', i: number) =>
      verifierKey(signerFrom(`${kind}${i}.example`, kind, randomBytes(32)));
    const lines = [
      ...names.map((i) => `log ${key('ed25519', i)}`),
      ...names.map((i) => `witness w${i} ${key('ed25519-cosignature', i)}`),
      ...names.map((i) => `group g${i} any w${i}${i > 0 ? ` g${i - 1}` : ''}`),
    ];
    const text = `${lines.join('\n')}\nquorum g31\n`;
    assert.ok(readTrustPolicy(text));
    assert.ok(!meetsQuorum(readPolicy(text), []));
  });
});
