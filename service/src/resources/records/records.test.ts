// POST /v1/records and reading one record over HTTP, on both databases: what is stored, and what
// happens if the same record comes again. submission-refusals.test.ts covers refusals.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { unproven } from '../../../test-support/account.ts';
import { checkBundle } from '../../../test-support/check-bundle.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import {
  makeNobleSigner,
  makeSigner,
  makeSigningAccount,
  makeSubmission,
  registerGenerator,
  type SigningAccount,
  type Submission,
  verifiesPublicly,
} from '../../../test-support/signing-client.ts';
import { allOf, countStored } from '../../../test-support/stored-counts.ts';

onEachDatabase((database) => {
  let service: RunningService;
  let org: SigningAccount;
  before(async () => {
    service = await startRunningService({ database });
    org = await makeSigningAccount(service, 'enterprise');
  });
  after(() => service.stop());

  const submit = (body: unknown, { key }: { key: string } = org, headers: Record<string, string> = {}) =>
    service.live.call('POST', '/v1/records', { token: key, body, headers });
  const sign = (fields: Partial<Submission> = {}) => makeSubmission(org.signer, org.generatorId, fields);
  const read = async (recordId: string) => (await service.live.call('GET', `/v1/records/${recordId}`)).body;

  test('a bundle proves its record without the service, and one key signs all of them', async () => {
    const [first, second] = await Promise.all([submit(sign()), submit(sign())]);
    const { record, token, certificates, public_key } = await checkBundle(service.live, first.body.record_id);
    assert.deepEqual(record, await read(first.body.record_id));
    assert.deepEqual([token, public_key.status], [first.body.token, 'active']);
    assert.deepEqual((await checkBundle(service.live, second.body.record_id)).certificates, certificates);
  });

  test('a record is stored completely and its signature is valid from public data alone', async () => {
    const submission = sign({ phash: '0123456789abcdef', format: 'audio' });
    const { status, body } = await submit(submission);
    assert.equal(status, 201);
    assert.deepEqual(Object.keys(body).sort(), ['log_index', 'record_id', 'token']);
    assert.match(body.token, /^svc_A[\w-]{46}$/);
    const record = await read(body.record_id);
    assert.ok(Math.abs(Date.parse(record.signed_at) - Date.now()) < 60_000);
    assert.deepEqual(record, {
      ...submission,
      record_id: body.record_id,
      org_id: org.orgId,
      org_name: `Organization of ${org.email}`,
      signer: unproven(`Organization of ${org.email}`),
      algorithm: 'ml-dsa-65',
      kid: 'key-1',
      mode: 'client',
      signed_at: record.signed_at,
      generator_status: 'active',
    });
    assert.equal(await verifiesPublicly(service.live, body.record_id), true);
    // The token decodes to the record (settled point 3): version, environment, key id, UUID, MAC.
    const token = Buffer.from(body.token.slice('svc_'.length), 'base64url');
    assert.equal(token.subarray(3, 19).toString('hex'), body.record_id.replaceAll('-', ''));

    const { body: audit } = await service.live.call('GET', '/v1/audit?limit=1', { token: org.key });
    const { generator_id, model, content_hash } = submission;
    const metadata = {
      record_id: body.record_id,
      generator_id,
      model,
      format: 'audio',
      content_hash,
      signed_at: record.signed_at,
      actor: org.keyId,
    };
    assert.deepEqual([audit.events[0].type, audit.events[0].metadata], ['sign', metadata]);
  });

  test('without phash and format, the record has no phash and the first format of its generator', async () => {
    const signer = makeSigner();
    const generatorId = await registerGenerator(service.live, org.key, [signer], ['text', 'image']);
    const { body } = await submit(makeSubmission(signer, generatorId));
    const record = await read(body.record_id);
    assert.equal(record.format, 'text');
    assert.equal('phash' in record, false);
  });

  test('texts of any script are signed unchanged', async () => {
    for (const text of ['p{C}', 'Ünïcode "model" \\ /', '模型 😀 \u2028', ' leading and trailing ', 'x'.repeat(120)]) {
      const submission = sign({ model: text, watermark_id: `${text}${randomBytes(3).toString('hex')}` });
      const { status, body } = await submit(submission);
      assert.equal(status, 201, JSON.stringify(body));
      assert.deepEqual((await read(body.record_id)).signed_payload, submission.signed_payload);
      assert.equal(await verifiesPublicly(service.live, body.record_id), true);
    }
    assert.equal((await submit(sign({ model: 'tab\tand\u0007bell' }))).status, 201);
  });

  test('any registered key of any implementation can sign, and the record names it', async () => {
    const signers = [makeSigner('first'), makeNobleSigner('second'), makeSigner('third')];
    const generatorId = await registerGenerator(service.live, org.key, signers);
    for (const signer of signers) {
      const { body } = await submit(makeSubmission(signer, generatorId));
      assert.equal((await read(body.record_id)).kid, signer.publicKey.kid);
      assert.equal(await verifiesPublicly(service.live, body.record_id), true);
    }
  });

  test('a session can submit, and nobody can without credentials', async () => {
    assert.equal((await submit(sign(), { key: org.token })).status, 201);
    assert.equal((await service.live.call('POST', '/v1/records', { body: sign() })).status, 401);
  });

  test('the same record again gets the first response and counts once, even 20 times at the same moment', async () => {
    const other = await makeSigningAccount(service, 'growth');
    const fields = makeSubmission(other.signer, other.generatorId).signed_payload;
    // ML-DSA signatures of one payload differ: each of these is the same record with a new
    // signature.
    const again = () => submit(makeSubmission(other.signer, other.generatorId, fields), other);
    const answers = await Promise.all(Array.from({ length: 20 }, again));
    const [first] = answers;
    for (const { status, body } of [...answers, await again()]) {
      assert.equal(status, 201);
      assert.deepEqual(body, first!.body);
    }
    const withHint = makeSubmission(other.signer, other.generatorId, { ...fields, phash: '0123456789abcdef' });
    assert.deepEqual((await submit(withHint, other)).body, first!.body);
    assert.deepEqual(await countStored(service.database, other.orgId), allOf(1));
    assert.equal(await verifiesPublicly(service.live, first!.body.record_id), true);
  });

  test('a watermark_id belongs to one record of the whole service', async () => {
    const first = sign();
    assert.equal((await submit(first)).status, 201);
    const { watermark_id, content_hash, model } = first;
    const stranger = await makeSigningAccount(service);
    const otherGenerator = await registerGenerator(service.live, org.key, [org.signer]);
    const taken: [Submission, SigningAccount][] = [
      [sign({ watermark_id, content_hash, model: 'other' }), org],
      [sign({ watermark_id, model }), org],
      [makeSubmission(org.signer, otherGenerator, { watermark_id, content_hash, model }), org],
      [makeSubmission(stranger.signer, stranger.generatorId, { watermark_id, content_hash, model }), stranger],
    ];
    for (const [submission, caller] of taken) {
      const { status, body } = await submit(submission, caller);
      assert.deepEqual([status, body.error], [409, 'watermark_id_taken']);
      assert.deepEqual(Object.keys(body).sort(), ['error', 'message', 'request_id', 'watermark_id']);
    }
    assert.deepEqual(await countStored(service.database, stranger.orgId), allOf(0));
  });

  test('Idempotency-Key replays the first response and refuses another request', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const submission = sign();
    const first = await submit(submission, org, key);
    const replay = await submit(submission, org, key);
    assert.deepEqual([replay.status, replay.body], [201, first.body]);
    assert.equal(replay.headers.get('idempotent-replayed'), 'true');
    assert.deepEqual(await statusAndError(submit(sign(), org, key)), [409, 'idempotency_conflict']);
    // A failed request is not stored.
    const retried = { 'idempotency-key': randomUUID() };
    assert.equal((await submit({ ...sign(), signature: 'AAAA' }, org, retried)).status, 400);
    assert.equal((await submit(sign(), org, retried)).status, 201);
    assert.equal((await submit(sign(), org, { 'idempotency-key': 'two words' })).status, 400);
  });

  test('a record exports as C2PA-compatible JSON that can be cached for an hour', async () => {
    const submission = sign();
    const { body: stored } = await submit(submission);
    const answer = await service.live.call('GET', `/v1/records/${stored.record_id}/c2pa`);
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=3600');
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    const { '@context': context, ...manifest } = answer.body;
    assert.equal(typeof context, 'object');
    const { signed_at } = await read(stored.record_id);
    const [actions, provenance, hash] = manifest.assertions;
    assert.deepEqual(
      { ...manifest, assertions: manifest.assertions.length },
      {
        claim_generator: 'content-provenance-service/2.6.1',
        instance_id: `service:${stored.record_id}`,
        assertions: 3,
      },
    );
    assert.deepEqual(actions, {
      label: 'c2pa.actions',
      data: { actions: [{ action: 'c2pa.created', when: signed_at }] },
    });
    assert.equal(provenance.label, 'service.provenance');
    const { record_id, model, signature_algorithm } = provenance.data;
    assert.deepEqual([record_id, model, signature_algorithm], [stored.record_id, submission.model, 'ML-DSA-65']);
    assert.deepEqual(hash, {
      label: 'c2pa.hash.data',
      data: { name: 'SHA3-256', hash: submission.content_hash.slice('sha3-256:'.length) },
    });
  });

  test('a missing record gets 404, which caches do not keep', async () => {
    for (const id of [randomUUID(), 'nonsense', randomUUID().toUpperCase()]) {
      for (const path of [`/v1/records/${id}`, `/v1/records/${id}/c2pa`, `/v1/records/${id}/bundle`]) {
        const answer = await service.live.call('GET', path);
        assert.deepEqual([answer.status, answer.body.error], [404, 'record_not_found']);
        assert.equal(answer.headers.get('cache-control'), 'no-store');
      }
    }
  });
});

async function statusAndError(call: Promise<{ status: number; body: { error?: string } }>) {
  const { status, body } = await call;
  return [status, body.error];
}
