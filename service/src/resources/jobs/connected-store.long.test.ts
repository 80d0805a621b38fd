// Jobs that read from and write to a real S3-compatible store (OpenStack Swift with its S3 API,
// behind HTTPS), and what happens if the store refuses, changes or disappears.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { addMember, listEvents, makeApiKey, makeOwner } from '../../../test-support/account.ts';
import { trustInThisProcess } from '../../../test-support/https-receiver.ts';
import { createJobClient, type JobClient } from '../../../test-support/job-client.ts';
import { makeNoise } from '../../../test-support/made-wav.ts';
import { onEachDatabase, withSwift } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { type SecureStore, startSecureStore } from '../../../test-support/secure-store.ts';
import { registerGenerator } from '../../../test-support/signing-client.ts';

withSwift(() => {
  let store: SecureStore;
  before(async () => {
    store = await startSecureStore();
    trustInThisProcess(store.certificates);
  });
  after(() => store.stop());
  afterEach(() => store.intercept(() => false));

  onEachDatabase((database) => {
    let service: RunningService;
    let owner: Awaited<ReturnType<typeof makeOwner>>;
    let jobs: JobClient;
    let plain: object;
    let connectionId: string;
    /** Three parts in the store. */
    const sound = makeNoise(3, { seconds: 11, sampleRate: 96_000, channels: 16 });
    const text = Buffer.from('A short text.\n'.repeat(20));

    before(async () => {
      service = await startRunningService({ database, settings: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
      owner = await makeOwner(service, 'enterprise');
      const { key } = await makeApiKey(service.live, owner);
      jobs = createJobClient(() => service.live.url, key);
      plain = { model: 'm', generator_id: await registerGenerator(service.live, key), watermark: 'none' };
      const connected = await connect();
      assert.equal(connected.status, 201, JSON.stringify(connected));
      connectionId = connected.connection_id;
    });
    after(() => service.stop());

    async function connect(changes: object = {}, client = jobs) {
      const { status, body } = await client.call('POST', '/v1/account/storage-connections', {
        ...store.connection,
        ...changes,
      });
      return { status, ...body };
    }

    const place = (object: string) => ({ connection_id: connectionId, object });

    test('the secret is sealed, and no response or event shows it', async () => {
      const { body } = await jobs.call('GET', '/v1/account/storage-connections');
      const secret = store.connection.secret_access_key!;
      const rows = await service.database.read.selectFrom('storage_connections').selectAll().execute();
      assert.ok(rows.length > 0);
      for (const shown of [body, rows, await listEvents(service, owner)]) {
        assert.ok(!JSON.stringify(shown).includes(secret));
      }
      assert.deepEqual(Object.keys(body.connections[0]).sort(), [
        'access_key_id',
        'addressing',
        'bucket',
        'connection_id',
        'created_at',
        'endpoint',
        'name',
        'prefix',
        'region',
      ]);
      assert.ok(!JSON.stringify(service.logLines).includes(secret));
    });

    test('a file in the store is signed, and the result is written to the store in parts', async () => {
      await store.put('in/a sound+1.wav', sound);
      const job = await jobs.create('sign', {
        ...plain,
        source: place('in/a sound+1.wav'),
        result: place('out/ä&"signed".wav'),
      });
      const done = await jobs.untilEnded(job.job_id);
      assert.equal(done.state, 'succeeded', JSON.stringify(done.error));
      const written = await store.get('out/ä&"signed".wav');
      assert.equal(hash('sha256', written!), done.signed!.sha256);
      assert.ok(store.requests.some((line) => line.includes('uploadId') && line.includes('partNumber=3')));
      assert.deepEqual((await jobs.download(job.job_id)).bytes, written);

      const verified = await jobs.create('verify', { source: place('out/ä&"signed".wav') });
      const { verification } = await jobs.untilEnded(verified.job_id);
      assert.equal(verification?.authentic, true);
    });

    test('a result whose upload the store does not confirm is uploaded again', async () => {
      const refusal = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;
      /** What the store answers to the completion of each upload until the last one. */
      const ways: readonly (readonly [name: string, ...answers: (readonly [status: number, body: string])[]])[] = [
        ['error', [200, refusal('InternalError')]],
        ['silent', [200, '']],
        ['lost', [0, ''], [404, refusal('NoSuchUpload')]],
      ];
      const twoParts = makeNoise(3, { seconds: 6, sampleRate: 96_000, channels: 16 });
      await store.put('in/long.wav', twoParts);
      for (const [name, ...answers] of ways) {
        const before = store.requests.length;
        const left = [...answers];
        store.intercept(({ method, url }, response) => {
          const isCompletion = method === 'POST' && url!.includes(`${name}.wav?uploadId`);
          const answer = isCompletion && left.shift();
          if (!answer) return false;
          const [status, body] = answer;
          // The store completes the upload, and nobody learns of it.
          if (status === 0) response.writeHead = () => response.destroy();
          else response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
          return status !== 0;
        });
        const fields = { ...plain, source: place('in/long.wav'), result: place(`out/${name}.wav`) };
        const done = await jobs.untilEnded((await jobs.create('sign', fields)).job_id);
        assert.equal(done.state, 'succeeded', `${name}: ${JSON.stringify(done.error)}`);
        const written = await store.get(`out/${name}.wav`);
        assert.equal(written && hash('sha256', written), done.signed!.sha256, name);
        const begun = store.requests.slice(before).filter((line) => /^POST .*\.wav\?uploads/.test(line));
        assert.equal(begun.length, 2, name);
      }
    });

    test('an object that is missing, empty or changed after the job was created is refused', async () => {
      const create = (object: string) => jobs.call('POST', '/v1/jobs/sign', { ...plain, source: place(object) });
      assert.match(JSON.stringify((await create('in/nothing')).body), /does not exist/);
      await store.put('in/empty', new Uint8Array());
      assert.match(JSON.stringify((await create('in/empty')).body.details), /1 byte to 5 GB/);

      await store.put('in/changing', text);
      let isHeld = true;
      store.intercept(({ method, url }, response) => {
        if (!isHeld || method !== 'GET' || !url!.endsWith('changing')) return false;
        response.writeHead(503).end();
        return true;
      });
      const { body: job } = await create('in/changing');
      await jobs.until(job.job_id, ({ state }) => state === 'running');
      await store.put('in/changing', Buffer.from('Another text.'));
      isHeld = false;
      const { error } = await jobs.untilEnded(job.job_id);
      assert.equal(error?.code, 'storage_refused');
      assert.match(error!.message, /changed or removed after the job was created/);
    });

    test('a result that the store refuses fails the job, but its record and its file stay', async () => {
      store.intercept(({ method, url }, response) => {
        if (method !== 'PUT' || !url!.includes('forbidden')) return false;
        response.writeHead(403, { 'content-type': 'application/xml' }).end('<Error><Code>AccessDenied</Code></Error>');
        return true;
      });
      await store.put('in/text', text);
      const fields = { ...plain, source: place('in/text'), result: place('out/forbidden') };
      const { job_id } = await jobs.create('sign', fields);
      const { state, error, signed } = await jobs.untilEnded(job_id);
      assert.deepEqual([state, error?.code], ['failed', 'storage_refused']);
      assert.match(error!.message, /403 \(AccessDenied\)/);
      const record = await service.live.call('GET', `/v1/records/${signed!.record_id}`);
      assert.equal(record.status, 200);
      assert.equal(hash('sha256', (await jobs.download(job_id)).bytes), signed!.sha256);
    });

    test('a connection is checked when it is added', async () => {
      const wrongSecret = await connect({ secret_access_key: 'a-wrong-secret' });
      assert.deepEqual([wrongSecret.status, wrongSecret.error], [409, 'storage_refused']);
      assert.match(wrongSecret.message, /403 \(SignatureDoesNotMatch\)/);
      assert.ok(!wrongSecret.message.includes('a-wrong-secret'));
      const noBucket = await connect({ bucket: 'no-such-bucket' });
      assert.match(noBucket.message, /404 \(NoSuchBucket\)/);
      for (const changes of [
        { prefix: 'a/../b' },
        { prefix: 'a//b' },
        { endpoint: 'http://127.0.0.1:1' },
        { endpoint: 'https://user:secret@example.org' },
        { endpoint: `${store.connection.endpoint}/?x=1` },
        { bucket: '../other' },
        { region: 'a b' },
        { secret_access_key: 'line\nbreak' },
      ]) {
        const { status, error } = await connect(changes);
        assert.deepEqual([status, error], [400, 'validation_error'], JSON.stringify(changes));
      }
      const { body } = await jobs.call('GET', '/v1/account/storage-connections');
      assert.equal(body.connections.length, 1);
    });

    test('while a caller waits, the store is asked once', async () => {
      let asked = 0;
      store.intercept((_, response) => {
        asked += 1;
        response.writeHead(503).end();
        return true;
      });
      const { status, body } = await jobs.call('POST', '/v1/jobs/verify', { source: place('in/text') });
      assert.deepEqual([status, body.error, asked], [409, 'storage_refused', 1]);
    });

    test('a redirect is not followed', async () => {
      store.intercept((_, response) => {
        response.writeHead(307, { location: 'http://127.0.0.1:1/secret' }).end();
        return true;
      });
      const { status, message } = await connect();
      assert.equal(status, 409);
      assert.match(message, /status 307/);
    });

    test('members cannot change connections, and other organizations cannot use or see them', async () => {
      const member = await addMember(service, owner, 'user');
      const asMember = createJobClient(() => service.live.url, member.token);
      assert.equal((await connect({}, asMember)).status, 403);
      const other = await makeOwner(service, 'enterprise');
      const stranger = createJobClient(() => service.live.url, other.token);
      const path = `/v1/account/storage-connections/${connectionId}`;
      assert.equal((await stranger.call('DELETE', path)).status, 404);
      assert.deepEqual((await stranger.call('GET', '/v1/account/storage-connections')).body, { connections: [] });
      await store.put('in/text', text);
      const { status } = await stranger.call('POST', '/v1/jobs/verify', { source: place('in/text') });
      assert.equal(status, 404);
    });

    test('a job whose connection is removed before it writes fails', async () => {
      const { connection_id } = await connect();
      const target = { connection_id, object: 'out/late' };
      const job = await jobs.create('sign', { ...plain, source: { upload: { size: text.length } }, result: target });
      await jobs.sendParts(job, text);
      await jobs.call('DELETE', `/v1/account/storage-connections/${connection_id}`);
      await jobs.call('POST', `/v1/jobs/${job.job_id}/start`);
      const { state, error } = await jobs.untilEnded(job.job_id);
      assert.deepEqual([state, error?.code], ['failed', 'not_found']);
    });
  });
});
