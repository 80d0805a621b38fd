// Both stores give back what was written, in parts, and say clearly what is wrong: a store that
// does not answer, or a file that is shorter than expected.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import dns from 'node:dns';
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { withSwift } from '../../../test-support/on-each-database.ts';
import { untilItAnswers } from '../../../test-support/private-program.ts';
import { type SwiftServer, startSwift } from '../../../test-support/swift-server.ts';
import { createFolderStore } from './folder-store.ts';
import { FileDamaged, type ObjectStore, type StoredFile, StoreUnavailable } from './object-store.ts';
import { createS3Store, type S3Place } from './s3-store.ts';

function testStore(store: () => ObjectStore): void {
  test('gives back what was written, in parts', async () => {
    const bytes = randomBytes(1_000_000);
    await store().write('a-file.1', bytes);
    assert.deepEqual(await store().read('a-file.1', 0, bytes.length), bytes);
    assert.deepEqual(await store().read('a-file.1', 999_990, 10), bytes.subarray(-10));
    await store().write('a-file.1', bytes.subarray(0, 100));
    assert.deepEqual(await store().read('a-file.1', 50, 50), bytes.subarray(50, 100));
  });

  test('does not return less than was asked for', async () => {
    await store().write('short', randomBytes(100));
    await assert.rejects(store().read('short', 90, 20), FileDamaged);
    await assert.rejects(store().read('short', 200, 20), FileDamaged);
  });

  test('a file that is not there counts as unavailable, and can be removed', async () => {
    await assert.rejects(store().read('nothing', 0, 1), StoreUnavailable);
    await store().remove('nothing');
    await store().write('something', randomBytes(1));
    await store().remove('something');
    await assert.rejects(store().read('something', 0, 1), StoreUnavailable);
  });

  test('refuses names that leave its place', async () => {
    for (const name of ['../up', 'a/b', '', 'A', 'a..b', '.hidden']) {
      await assert.rejects(store().write(name, new Uint8Array(1)), TypeError, name);
      await assert.rejects(async () => store().read(name, 0, 1), TypeError, name);
    }
  });
}

describe('a folder', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'provenance-archive-')), 'not', 'yet', 'there');
  after(() => rmSync(join(folder, '../../..'), { recursive: true, force: true }));
  testStore(() => createFolderStore(folder));

  test('keeps files private and leaves no drafts', () => {
    for (const name of readdirSync(folder)) {
      assert.doesNotMatch(name, /incomplete/);
      assert.equal(statSync(join(folder, name)).mode & 0o077, 0);
    }
  });

  test('writes of one file at the same time do not mix', async () => {
    const store = createFolderStore(folder);
    const contents = Array.from({ length: 8 }, (_, index) => Buffer.alloc(3_000_000 - index * 100_000, index));
    await Promise.all(contents.map((bytes) => store.write('twice', bytes)));
    const [{ size }] = (await store.list('twice')) as [StoredFile];
    const kept = contents.find((bytes) => bytes.length === size)!;
    assert.ok(kept.equals(await store.read('twice', 0, size)));
  });

  test('removes the draft of a write that stopped', async () => {
    const store = createFolderStore(folder);
    const left = () => readdirSync(folder).filter((name) => name.startsWith('stopped'));
    for (const name of ['stopped', 'stopped-too']) {
      writeFileSync(join(folder, `${name}.00000000-0000-4000-8000-000000000000.incomplete`), '');
    }
    assert.deepEqual(await store.list('stopped'), []);
    await store.remove('stopped');
    assert.equal(left().length, 1);
    await store.removeAll('stopped');
    assert.deepEqual(left(), []);
  });

  test('a file that was cut is damaged', async () => {
    const store = createFolderStore(folder);
    await store.write('cut', randomBytes(100));
    truncateSync(join(folder, 'cut'), 60);
    await assert.rejects(store.read('cut', 50, 50), FileDamaged);
  });
});

withSwift(() => {
  let swift: SwiftServer;
  before(async () => {
    swift = await startSwift();
  });
  after(() => swift.stop());
  testStore(() => createS3Store(swift.place));

  test('works with the bucket in the name of the host', async (context) => {
    // RFC 6761 leads every name under localhost to this machine, but not every system does.
    context.mock.method(dns, 'lookup', (_name: string, _options: unknown, found: (...values: unknown[]) => void) =>
      found(null, [{ address: '127.0.0.1', family: 4 }]),
    );
    const { port } = new URL(swift.place.endpoint!);
    const place: S3Place = { ...swift.place, endpoint: `http://localhost:${port}`, addressing: 'host' };
    await createS3Store(place).write('by-host', Buffer.from('by host'));
    assert.equal(String(await createS3Store(swift.place).read('by-host', 3, 4)), 'host');
  });

  test('a wrong secret is refused, and the error does not show it', async () => {
    const store = createS3Store({ ...swift.place, secretAccessKey: 'a-wrong-secret' });
    await assert.rejects(store.write('x', new Uint8Array(1)), (problem: Error) => {
      assert.ok(problem instanceof StoreUnavailable);
      assert.match(problem.message, /403/);
      assert.doesNotMatch(JSON.stringify(problem) + problem.message, /a-wrong-secret/);
      return true;
    });
  });

  test('while the store is away, calls fail, and they work again afterwards', async () => {
    // A stopped Swift refuses connections at once. A busy one needs time.
    const store = createS3Store(swift.place, { ...quick, requestMilliseconds: 20_000 });
    await store.write('stays', Buffer.from('still here'));
    await swift.stop();
    await assert.rejects(store.read('stays', 0, 5), StoreUnavailable);
    await assert.rejects(store.write('new', new Uint8Array(1)), StoreUnavailable);
    await swift.start();
    // The proxy accepts requests before the servers behind it do.
    assert.equal(String(await untilItAnswers(() => store.read('stays', 0, 5))), 'still');
  });
});

const quick = { requestMilliseconds: 300, attempts: 3, firstPauseMilliseconds: 1 };

describe('a store over HTTP that misbehaves', () => {
  async function withAnswers(answer: RequestListener, work: (store: ObjectStore) => Promise<void>): Promise<number> {
    let requests = 0;
    const server = createServer((request, response) => {
      requests += 1;
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const place = { bucket: 'b', prefix: '', region: 'r', accessKeyId: 'k', secretAccessKey: 's' } as const;
    try {
      await work(createS3Store({ ...place, endpoint: `http://127.0.0.1:${port}`, addressing: 'path' }, quick));
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    return requests;
  }

  test('an error that can pass is tried again', async () => {
    let failures = 2;
    const requests = await withAnswers(
      (_, response) => {
        failures -= 1;
        response.writeHead(failures >= 0 ? 503 : 206).end('12345');
      },
      async (store) => assert.equal(String(await store.read('x', 0, 5)), '12345'),
    );
    assert.equal(requests, 3);
  });

  test('an error that stays is reported after three attempts', async () => {
    const requests = await withAnswers(
      (_, response) => void response.writeHead(500).end(),
      (store) => assert.rejects(store.read('x', 0, 5), StoreUnavailable),
    );
    assert.equal(requests, 3);
  });

  test('a refusal is not tried again, and a redirect is not followed', async () => {
    for (const status of [301, 307, 403, 404]) {
      const requests = await withAnswers(
        (_, response) => void response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(),
        (store) => assert.rejects(store.read('x', 0, 5), StoreUnavailable),
      );
      assert.equal(requests, 1, String(status));
    }
  });

  test('the whole file in place of a part is refused, and an endless answer is cut', async () => {
    await withAnswers(
      (_, response) => void response.writeHead(200).end('123456789'),
      (store) => assert.rejects(store.read('x', 0, 5), StoreUnavailable),
    );
    await withAnswers(
      (_, response) => {
        response.writeHead(206);
        const more = () => response.write(Buffer.alloc(65_536)) && setImmediate(more);
        response.on('drain', more).on('error', () => undefined);
        more();
      },
      async (store) => assert.equal((await store.read('x', 0, 5)).length, 5),
    );
  });

  test('silence ends at the time limit', async () => {
    await withAnswers(
      () => undefined,
      (store) => assert.rejects(store.write('x', new Uint8Array(5)), /time limit/),
    );
  });
});
