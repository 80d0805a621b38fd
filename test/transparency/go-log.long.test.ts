// golang.org/x/mod reads the logs that our code writes, and our code reads the logs that it writes.
import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  ed25519Cosigner,
  ed25519Signer,
  hashLeaf,
  mlDsa44Cosigner,
  openCheckpoint,
  proveConsistency,
  proveInclusion,
  readEntryBundle,
  readVerifierKey,
  rootOf,
  tilePath,
  verifyConsistency,
  verifyInclusion,
  writeCheckpointBody,
  writeVerifierKey,
} from '@content-provenance/engine/transparency';
import { GoProgram, goIsAbsent, type Question } from './go-program.ts';
import { base64, MemoryLog, tilesInFolder } from './memory-log.ts';

const origin = 'log.example/ours';
const fromBase64 = (text: string) => Buffer.from(text, 'base64');

describe('with golang.org/x/mod', { skip: goIsAbsent }, () => {
  let go: GoProgram;
  before(() => {
    go = new GoProgram();
  });
  after(() => go.remove());

  test('Go reads and recomputes our logs of many sizes, and refuses a log with an altered byte', async () => {
    const signer = ed25519Signer(origin, randomBytes(32));
    const log = new MemoryLog();
    const served = await serve(log, () => checkpointOf(log, signer));
    for (const size of [0, 1, 2, 3, 255, 256, 257, 511, 512, 513, 1_000, 65_536, 65_537, 70_000]) {
      const missing = size - log.size;
      await log.append(Array.from({ length: missing }, (_, i) => entryOf(log.size + i)));
      const result = await go.read(served.url, writeVerifierKey(signer.key));
      assert.deepEqual(
        { origin: result.origin, size: result.size, root: result.root },
        { origin, size, root: base64(await log.root()) },
      );
    }
    for (const path of [
      'checkpoint',
      'tile/0/000',
      'tile/1/000',
      'tile/2/000.p/1',
      'tile/entries/000',
      'tile/0/273.p/112',
    ]) {
      served.alter(path);
      await assert.rejects(go.read(served.url, writeVerifierKey(signer.key)), path);
    }
    served.alter(null);
    await go.read(served.url, writeVerifierKey(signer.key));
    served.close();
  });

  test('our code reads the logs of Go: checkpoint, tiles, bundles, and proofs in both directions', async () => {
    for (const size of [1, 2, 256, 257, 3_000, 66_000]) {
      const folder = mkdtempSync(join(tmpdir(), 'provenance-go-log-'));
      const { verifierKey, proofs } = go.write(folder, size, randomInt(2 ** 31));
      const key = readVerifierKey(verifierKey)!;
      const opened = openCheckpoint(readFileSync(join(folder, 'checkpoint'), 'utf8'), [key])!;
      assert.equal(opened.checkpoint.size, size);
      const tiles = tilesInFolder(folder);
      assert.equal(base64(await rootOf(size, tiles)), base64(opened.checkpoint.root));

      const rebuilt = new MemoryLog();
      for (let index = 0; index * 256 < size; index++) {
        const width = Math.min(256, size - index * 256);
        const entries = readEntryBundle(readFileSync(join(folder, tilePath('entries', index, width))))!;
        assert.equal(entries.length, width);
        await rebuilt.append(entries);
      }
      assert.equal(base64(await rebuilt.root()), base64(opened.checkpoint.root));

      for (const written of proofs) {
        const proof = written.proof.map(fromBase64);
        const { index, from, size: to } = written;
        const [leaf, root, fromRoot] = [fromBase64(written.leaf), fromBase64(written.root), fromBase64(written.old)];
        if (written.kind === 'inclusion') {
          assert.ok(verifyInclusion({ index, size: to, leaf, root, proof }));
          assert.deepEqual((await proveInclusion(index, to, rebuilt)).map(base64), written.proof);
        } else {
          assert.ok(verifyConsistency({ from, to, fromRoot, toRoot: root, proof }));
          assert.deepEqual((await proveConsistency(from, to, rebuilt)).map(base64), written.proof);
        }
      }
      rmSync(folder, { recursive: true });
    }
  });

  test('Go and our code give the same answer about 20,000 valid, altered and mixed up proofs', async () => {
    const log = new MemoryLog();
    await log.append(Array.from({ length: 3_000 }, (_, i) => entryOf(i)));
    const roots = new Map<number, Uint8Array>();
    const rootAt = async (size: number) => roots.get(size) ?? roots.set(size, await log.root(size)).get(size)!;
    const questions: Question[] = [];
    const ours: boolean[] = [];
    for (let round = 0; round < 10_000; round++) {
      const size = randomInt(1, round % 2 ? 40 : 3_001);
      const [index, from] = [randomInt(size), randomInt(1, size + 1)];
      const root = await rootAt(size);
      const included = {
        index: index + randomChange(),
        size: size + randomChange(),
        leaf: hashLeaf(log.entries[index]!),
        root,
        proof: mangle(await proveInclusion(index, size, log)),
      };
      const consistent = {
        from: from + randomChange(),
        to: size + randomChange(),
        fromRoot: await rootAt(from),
        toRoot: root,
        proof: mangle(await proveConsistency(from, size, log)),
      };
      // The package tlog has no consistency from an empty tree.
      if (consistent.from < 1) consistent.from = 1;
      ours.push(verifyInclusion(included), verifyConsistency(consistent));
      questions.push(
        {
          ...included,
          kind: 'inclusion',
          leaf: base64(included.leaf),
          root: base64(root),
          proof: included.proof.map(base64),
        },
        {
          kind: 'consistency',
          from: consistent.from,
          size: consistent.to,
          old: base64(consistent.fromRoot),
          root: base64(root),
          proof: consistent.proof.map(base64),
        },
      );
    }
    const answers = go.answer(questions);
    assert.ok(ours.filter((holds) => holds).length > 4_000);
    assert.ok(ours.filter((holds) => !holds).length > 4_000);
    for (const [i, { holds }] of answers.entries()) assert.equal(ours[i], holds, JSON.stringify(questions[i]));
  });

  test('Go and our code give the same answer about thousands of altered notes', () => {
    const log = ed25519Signer(origin, randomBytes(32));
    const others = [mlDsa44Cosigner(origin, randomBytes(32)), ed25519Cosigner('witness.example', randomBytes(32))];
    const checkpoint = { origin, size: 12_345, root: randomBytes(32) };
    const [first, ...more] = [log, ...others].map((signer) => signer.sign(checkpoint, 1_790_000_000));
    const body = writeCheckpointBody(checkpoint);
    const vkeys = [writeVerifierKey(log.key)];
    const notes = [`${body}\n${first}`, `${body}\n${first}${more.join('')}`, `${body}\n${more.join('')}${first}`];
    const altered = notes.flatMap((note) => [note, ...Array.from({ length: 2_000 }, () => mangleText(note))]);
    const answers = go.answer(
      altered.map((note) => ({ kind: 'note', note: Buffer.from(note).toString('base64'), vkeys })),
    );
    let accepted = 0;
    for (const [i, { holds, text }] of answers.entries()) {
      const opened = openCheckpoint(altered[i]!, [log.key]);
      if (opened) {
        accepted++;
        assert.ok(holds, `only we accept ${JSON.stringify(altered[i])}`);
        assert.equal(opened.body, text);
        assert.equal(text, body);
      }
    }
    assert.ok(accepted >= notes.length);
  });
});

const entryOf = (index: number): Buffer => Buffer.from(`entry ${index} ${'x'.repeat(index % 90)}`);
const randomChange = () => (randomInt(8) === 0 ? randomInt(-2, 3) : 0);

/** Half of the proofs stay as they are. */
function mangle(proof: readonly Uint8Array[]): Uint8Array[] {
  const at = randomInt(proof.length + 1);
  switch (randomInt(10)) {
    case 0:
      return proof.toSpliced(at, 0, randomBytes(32));
    case 1:
      return proof.toSpliced(at, 1);
    case 2:
      return proof.toReversed();
    case 3:
      return proof.map((hash, i) => (i === at ? hash.map((byte) => byte ^ 4) : hash));
    case 4:
      return [...proof, ...proof.slice(0, 1)];
    default:
      return [...proof];
  }
}

const pieces = [
  '\n',
  '\n\n',
  ' ',
  '+',
  '=',
  '—',
  '— ',
  '\t',
  '\r\n',
  '\u00a0',
  '\u2028',
  '\0',
  'A',
  '0',
  '-',
  'é',
  '\ufeff',
];

function mangleText(text: string): string {
  const at = randomInt(text.length + 1);
  switch (randomInt(5)) {
    case 0:
      return `${text.slice(0, at)}${pieces[randomInt(pieces.length)]}${text.slice(at)}`;
    case 1:
      return `${text.slice(0, at)}${text.slice(at + randomInt(1, 4))}`;
    case 2:
      return `${text.slice(0, at)}${pieces[randomInt(pieces.length)]}${text.slice(at + 1)}`;
    case 3: {
      const lines = text.split('\n');
      return lines.toSpliced(randomInt(lines.length), randomInt(2), lines[randomInt(lines.length)]!).join('\n');
    }
    default:
      return `${text.slice(0, at)}${String.fromCharCode((text.charCodeAt(at) || 65) ^ (1 << randomInt(7)))}${text.slice(at + 1)}`;
  }
}

async function checkpointOf(log: MemoryLog, signer: ReturnType<typeof ed25519Signer>): Promise<string> {
  const checkpoint = { origin, size: log.size, root: await log.root() };
  return `${writeCheckpointBody(checkpoint)}\n${signer.sign(checkpoint, 1_790_000_000)}`;
}

async function serve(log: MemoryLog, checkpoint: () => Promise<string>) {
  let altered: string | null = null;
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url!.slice(1);
      const isText = path === 'checkpoint';
      const content = isText ? Buffer.from(await checkpoint()) : await log.serve(path);
      if (!content) return response.writeHead(404).end();
      const bytes = Buffer.from(content);
      if (path === altered) bytes[randomInt(bytes.length - 1)]! ^= 1;
      response.setHeader('Content-Type', isText ? 'text/plain; charset=utf-8' : 'application/octet-stream');
      return response.end(bytes);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    alter: (path: string | null) => {
      altered = path;
    },
    close: () => server.close(),
  };
}
