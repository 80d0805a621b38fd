// What POST /v1/records refuses, over HTTP and on both databases: a refusal stores nothing.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { ml_dsa65 as noble } from '@noble/post-quantum/ml-dsa.js';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import {
  canonicalBytes,
  makeNobleSigner,
  makeSigner,
  makeSigningAccount,
  makeSubmission,
  registerGenerator,
  type SigningAccount,
  type Submission,
} from '../../../test-support/signing-client.ts';
import { allOf, countStored } from '../../../test-support/stored-counts.ts';
import { makeIdentifier } from '../../access/identifiers.ts';

onEachDatabase((database) => {
  let service: RunningService;
  let org: SigningAccount;
  before(async () => {
    service = await startRunningService({ database });
    org = await makeSigningAccount(service, 'enterprise');
  });
  after(() => service.stop());

  const submit = (body: unknown) => service.live.call('POST', '/v1/records', { token: org.key, body });
  const sign = (fields: Partial<Submission> = {}) => makeSubmission(org.signer, org.generatorId, fields);

  test('missing or malformed fields are refused by name, and nothing is stored', async () => {
    const before = await countStored(service.database, org.orgId);
    const good = sign();
    const hex = good.content_hash.slice('sha3-256:'.length);
    const refused: [Partial<Record<keyof Submission, unknown>>, string][] = [
      ...(['watermark_id', 'generator_id', 'model', 'content_hash', 'signature', 'signed_payload'] as const).map(
        (field): [Partial<Submission>, string] => [{ [field]: undefined }, field],
      ),
      [{ content_hash: hex }, 'content_hash'],
      [{ content_hash: `sha256:${hex}` }, 'content_hash'],
      [{ content_hash: `sha3-256:${hex.toUpperCase()}A` }, 'content_hash'],
      [{ content_hash: `sha3-256:${hex.slice(1)}` }, 'content_hash'],
      [{ content_hash: `${good.content_hash}\n` }, 'content_hash'],
      [{ model: '' }, 'model'],
      [{ model: 'x'.repeat(201) }, 'model'],
      [{ model: 7 }, 'model'],
      [{ model: 'a\0' }, 'model'],
      [{ watermark_id: '' }, 'watermark_id'],
      [{ watermark_id: 'x'.repeat(129) }, 'watermark_id'],
      ...['a\n', 'bell\u0007', 'zero\u200bwidth', '\ufeff', '\ud800', '\u202e'].map(
        (watermark_id): [Partial<Submission>, string] => [{ watermark_id }, 'watermark_id'],
      ),
      [{ signature: 7 }, 'signature'],
      [{ signature: 'A'.repeat(8_001) }, 'signature'],
      [{ phash: '0123456789ABCDEF' }, 'phash'],
      [{ phash: '0123456789abcde' }, 'phash'],
      [{ phash: null }, 'phash'],
      [{ format: 'smell' }, 'format'],
      [{ signed_payload: null }, 'signed_payload'],
      [{ signed_payload: [good.signed_payload] }, 'signed_payload'],
      [{ signed_payload: JSON.stringify(good.signed_payload) }, 'signed_payload'],
    ];
    for (const [change, path] of refused) {
      const { status, body } = await submit({ ...good, ...change });
      assert.deepEqual([status, body.error], [400, 'validation_error'], JSON.stringify(change));
      const paths = body.details.map((each: { path: string }) => each.path);
      assert.ok(paths.includes(path), `${JSON.stringify(change)} gave ${JSON.stringify(body.details)}`);
    }
    for (const body of ['', '{', '[]', '"text"', 'null']) assert.equal((await submit(body)).status, 400, body);
    assert.deepEqual(await countStored(service.database, org.orgId), before);
  });

  test('signed_payload has exactly the four fields, equal to those outside', async () => {
    const otherGenerator = await registerGenerator(service.live, org.key, [org.signer]);
    const good = sign();
    const other = makeSubmission(org.signer, otherGenerator, { model: 'other' });
    for (const field of ['content_hash', 'generator_id', 'model', 'watermark_id'] as const) {
      // The signature of the payload is valid. Only the field outside differs.
      const { status, body } = await submit({ ...good, [field]: other[field] });
      assert.deepEqual([status, body.error], [400, 'validation_error'], field);
      assert.equal(body.details[0].path, `signed_payload.${field}`);
      const { [field]: _, ...without } = good.signed_payload;
      assert.equal((await submit({ ...good, signed_payload: without })).status, 400, `${field} left out`);
    }
    for (const extra of [{ prompt: 'a cat' }, { phash: '0123456789abcdef' }]) {
      const payload = { ...good.signed_payload, ...extra };
      const signature = Buffer.from(org.signer.sign(canonicalBytes(payload))).toString('base64');
      const { status, body } = await submit({ ...good, signature, signed_payload: payload });
      assert.deepEqual([status, body.error], [400, 'validation_error']);
    }
  });

  test('an invalid signature is refused', async () => {
    const before = await countStored(service.database, org.orgId);
    const good = sign();
    const bytes = Buffer.from(good.signature, 'base64');
    const flipped = Buffer.from(bytes);
    flipped[1_000]! ^= 1;
    const seed = randomBytes(32);
    const generatorId = await registerGenerator(service.live, org.key, [makeNobleSigner('n', seed)]);
    const foreignContext = makeSubmission(makeNobleSigner('n', seed), generatorId);
    const { secretKey } = noble.keygen(seed);
    const underContext = noble.sign(canonicalBytes(foreignContext.signed_payload), secretKey, {
      context: Buffer.from('other use'),
    });
    const pretty = Buffer.from(JSON.stringify(good.signed_payload, null, 1));
    const signatures: [Submission, Uint8Array][] = [
      [good, flipped],
      [good, bytes.subarray(1)],
      [good, Buffer.concat([bytes, Buffer.from([0])])],
      [good, Buffer.alloc(0)],
      [good, Buffer.alloc(3309)],
      [good, makeSigner().sign(canonicalBytes(good.signed_payload))],
      [good, org.signer.sign(pretty)],
      [good, Buffer.from(sign().signature, 'base64')],
      [foreignContext, underContext],
    ];
    for (const [submission, signature] of signatures) {
      const { status, body } = await submit({ ...submission, signature: Buffer.from(signature).toString('base64') });
      assert.deepEqual([status, body.error], [400, 'signature_invalid']);
    }
    assert.equal((await submit({ ...good, signature: 'not base64!' })).status, 400);
    assert.deepEqual(await countStored(service.database, org.orgId), before);
    assert.equal((await submit(good)).status, 201);
  });

  test('the generator must exist, be ours, be active and sign the format', async () => {
    const missing = makeSubmission(org.signer, makeIdentifier('gen'));
    assert.deepEqual(await statusAndError(submit(missing)), [404, 'generator_not_found']);

    const stranger = await makeSigningAccount(service);
    const foreign = makeSubmission(stranger.signer, stranger.generatorId);
    assert.deepEqual(await statusAndError(submit(foreign)), [403, 'forbidden']);
    assert.deepEqual(await countStored(service.database, stranger.orgId), allOf(0));

    const generatorId = await registerGenerator(service.live, org.key, [org.signer], ['image']);
    const audio = makeSubmission(org.signer, generatorId, { format: 'audio' });
    const { status, body } = await submit(audio);
    assert.deepEqual([status, body.error, body.supported_formats], [400, 'format_not_supported', ['image']]);

    await service.live.call('PUT', `/v1/generators/${generatorId}/revoke`, { token: org.key });
    const late = makeSubmission(org.signer, generatorId);
    assert.deepEqual(await statusAndError(submit(late)), [404, 'generator_not_found']);
  });
});

async function statusAndError(call: Promise<{ status: number; body: { error?: string } }>) {
  const { status, body } = await call;
  return [status, body.error];
}
