// `provenance witness`, asked by an independent log: many requests at once, two forks that the key
// of the log signed, and bodies of attackers. Everything it cosigns belongs to one tree.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { start } from '../test-support/provenance-program.ts';
import { type PublicKey, readVerifierKeyText, signerFrom, verifierKey } from './independent/keys.ts';
import { consistencyPath, leafHash, rootOfLeaves } from './independent/merkle.ts';
import { bodyText, noteSignature, openNote } from './independent/note.ts';

const program = fileURLToPath(new URL('../../client/src/provenance.ts', import.meta.url));
const origin = 'log.example/race';
const ed25519 = signerFrom(origin, 'ed25519', randomBytes(32));
const mlDsa44 = signerFrom(origin, 'ml-dsa-44', randomBytes(32));
const stranger = signerFrom(origin, 'ed25519', randomBytes(32));

const leavesOf = (count: number, name: string) =>
  Array.from({ length: count }, (_, i) => leafHash(Buffer.from(`${name} ${i}`)));
const common = leavesOf(20, 'common');
const forks = ['left', 'right'].map((name) => [...common, ...leavesOf(40, name)]);

function noteOf(leaves: readonly Buffer[], size: number, signer = ed25519, alter = (body: string) => body): string {
  const body = alter(bodyText({ origin, size: BigInt(size), root: rootOfLeaves(leaves.slice(0, size)) }));
  return `${body}\n${noteSignature(signer, body, 1_790_000_000n)}`;
}

function requestOf(leaves: readonly Buffer[], from: number, size: number, note = noteOf(leaves, size)): string {
  const path = consistencyPath(from, leaves.slice(0, size)).map((hash) => `${hash.toString('base64')}\n`);
  return `old ${from}\n${path.join('')}\n${note}`;
}

describe('a witness', () => {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-race-'));
  const running: ChildProcess[] = [];
  after(() => {
    for (const child of running) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  async function startWitness(state: string): Promise<{ url: string; key: PublicKey }> {
    const logs = [ed25519, mlDsa44].flatMap((key) => ['--log', verifierKey(key)]);
    const words = ['witness', '--state', join(folder, state), '--name', 'witness.example/race', '--port', '0', ...logs];
    const child = start(program, words);
    running.push(child);
    let [printed, said] = ['', ''];
    child.stdout!.on('data', (chunk) => {
      printed += chunk;
    });
    return new Promise((resolve, reject) => {
      child.on('close', (code) => reject(new Error(`ended with ${code}: ${said}`)));
      child.stderr!.on('data', (chunk) => {
        said += chunk;
        const [, url] = /Listening on (\S+)\//.exec(said) ?? [];
        if (url) resolve({ url, key: readVerifierKeyText(printed.split('\n')[0]!)! });
      });
    });
  }

  const ask = async (url: string, body: string | Uint8Array<ArrayBuffer>) => {
    const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body });
    return { status: response.status, text: await response.text() };
  };

  test('never cosigns two trees, whatever arrives at the same time', async () => {
    const { url, key } = await startWitness('race');
    const cosigned: { size: number; fork: number }[] = [];
    let known = 0;
    for (let round = 0; round < 12; round++) {
      const asked = Array.from({ length: 12 }, async (_, at) => {
        const fork = at % 2;
        const size = randomInt(1, 61);
        const note = noteOf(forks[fork]!, size, at % 3 ? ed25519 : mlDsa44);
        const { status, text } = await ask(url, requestOf(forks[fork]!, Math.min(known, size), size, note));
        if (status !== 200) {
          assert.ok([409, 422].includes(status), `${status} ${text}`);
          assert.ok(!text.includes('—'));
          if (status === 409) known = Number(/^(0|[1-9][0-9]*)\n$/.exec(text)![1]);
          return;
        }
        const opened = openNote(`${note}${text}`, [ed25519, mlDsa44], [key])!;
        const cosigner = opened.signers.find((signer) => signer.key === key)!;
        assert.ok(Math.abs(Number(cosigner.time) - Date.now() / 1_000) < 600);
        cosigned.push({ size, fork });
        known = size;
      });
      await Promise.all(asked);
    }
    assert.ok(cosigned.length > 1);
    const beyond = new Set(cosigned.filter(({ size }) => size > common.length).map(({ fork }) => fork));
    assert.ok(beyond.size <= 1, JSON.stringify(cosigned));
  });

  test('refuses every malformed or forged request, and its state does not change', async () => {
    const { url, key } = await startWitness('hostile');
    const [leaves] = forks as [Buffer[]];
    const first = await ask(url, requestOf(leaves, 0, 8));
    assert.equal(first.status, 200);
    const good = requestOf(leaves, 8, 13);
    const note = noteOf(leaves, 13);
    const [signature] = note.split('\n').slice(-2);
    const altered = (body: string) => body.replace(/\n13\n/, '\n14\n');
    const bodies: Record<string, [readonly number[], string | Uint8Array<ArrayBuffer>]> = {
      'an empty body': [[400], ''],
      'only the old size': [[400], 'old 8\n'],
      'no checkpoint': [[400, 403, 404], good.slice(0, good.indexOf('\n\n') + 2)],
      CRLF: [[400], good.replaceAll('\n', '\r\n')],
      'a leading zero': [[400], good.replace('old 8', 'old 08')],
      'a negative size': [[400], good.replace('old 8', 'old -8')],
      'an old size of 2^64': [[400], good.replace('old 8', `old ${2n ** 64n}`)],
      'an old size beyond the checkpoint': [[400], good.replace('old 8', 'old 14')],
      'an upper-case keyword': [[400], good.replace('old', 'OLD')],
      'two spaces': [[400], good.replace('old 8', 'old  8')],
      'a hash without padding': [[400], good.replace('=\n', '\n')],
      'a hash of 31 bytes': [[400], good.replace('old 8\n', `old 8\n${randomBytes(31).toString('base64')}\n`)],
      '64 hashes': [[400], good.replace('old 8\n', `old 8\n${`${randomBytes(32).toString('base64')}\n`.repeat(64)}`)],
      'a hash too many': [[422], good.replace('old 8\n', `old 8\n${randomBytes(32).toString('base64')}\n`)],
      'no proof': [[422], `old 8\n\n${note}`],
      'the proof of another size': [[422], requestOf(leaves, 7, 13).replace('old 7', 'old 8')],
      'another fork': [[422], requestOf(leavesOf(60, 'other'), 8, 13)],
      'another old size': [[409], requestOf(leaves, 5, 13)],
      'an old size of 0': [[409], requestOf(leaves, 0, 13)],
      'an earlier checkpoint': [[409], requestOf(leaves, 5, 7)],
      'another root for the same size': [[422], requestOf(leavesOf(60, 'other'), 8, 8)],
      'the signature of a stranger': [[403], requestOf(leaves, 8, 13, noteOf(leaves, 13, stranger))],
      'an altered size': [[403], requestOf(leaves, 8, 13, `${altered(note.split('\n\n')[0]!)}\n\n${signature}\n`)],
      'no signature': [[400, 403], requestOf(leaves, 8, 13, `${note.split('\n\n')[0]}\n\n`)],
      'a broken second signature': [[403], good.slice(0, -1).concat('\n', signature!.replace(/.{6}$/, 'AAAAA='), '\n')],
      'an extension line that Ed25519 does not cover': [[403], good.replace(/\n\n— /, '\nextension\n\n— ')],
      'another origin': [[404], good.replaceAll(origin, 'other.example')],
      'bytes that are not UTF-8': [[400], new Uint8Array(Buffer.concat([Buffer.from(good), Buffer.of(0xff)]))],
      'a zero byte': [[400, 404], good.replace(origin, `${origin}\0`)],
      'a megabyte': [[400, 413], `${good}${'\n'.repeat(1_000_000)}`],
    };
    for (const [what, [expected, body]] of Object.entries(bodies)) {
      assert.notEqual(body, good, what);
      const { status, text } = await ask(url, body);
      assert.ok(expected.includes(status), `${what}: ${status} ${text}`);
      assert.ok(!text.includes('—'), what);
      if (status === 409) assert.equal(text, '8\n');
    }
    const { status, text } = await ask(url, good);
    assert.equal(status, 200, text);
    assert.ok(openNote(`${note}${text}`, [ed25519], [key])?.signers.some((signer) => signer.key === key));
  });
});
