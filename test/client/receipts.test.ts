// Detection receipts over HTTP, on both databases: one for each verdict, and every way to forge,
// change or reuse one is refused, by the service and offline with the same words. jose reads them
// as a program that knows nothing of us.
import assert from 'node:assert/strict';
import { createHmac, hash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Answer, createClient } from '@content-provenance/client';
import { canonicalJson, hashContent, SigningKey, verifyReceipt } from '@content-provenance/client/signing';
import { signMessage } from '@content-provenance/engine';
import { openCheckpoint, readVerifierKey } from '@content-provenance/engine/transparency';
import { compactVerify, importJWK } from 'jose';
import { createKeyVault } from '../../service/src/adapters/key-vault/key-vault.ts';
import { masterKeysFromFile } from '../../service/src/adapters/key-vault/secret-files.ts';
import { listServiceSecrets } from '../../service/src/database/service-secrets.ts';
import { release } from '../../service/src/release.ts';
import { type MailServer, startMailServer } from '../../service/test-support/mail-server.ts';
import { onEachDatabase } from '../../service/test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../service/test-support/running-service.ts';
import { makeForm } from '../../service/test-support/shared-photos.ts';
import { signPicture } from '../test-support/signed-picture.ts';
import { makeVerdictFiles, type VerdictFiles } from '../test-support/verdict-files.ts';

type Findings = Answer<'POST /v1/receipts/check'>;
type Keys = Answer<'GET /v1/receipts/keys'>;

onEachDatabase((database) => {
  /** More bytes in the long run. */
  const step = database === 'postgres' ? 11 : 37;
  let service: RunningService;
  let mail: MailServer;
  let files: VerdictFiles;
  let keys: Keys;
  let picture: Buffer;
  let receipt: string;
  before(async () => {
    mail = await startMailServer();
    service = await startRunningService({ database, settings: { SMTP_URL: mail.url, VERIFY_LIMIT_PER_MINUTE: '0' } });
    const served = { service, mail, url: service.live.url, sandboxUrl: service.sandbox.url };
    const signed = await signPicture(served);
    files = await makeVerdictFiles(served, signed);
    picture = signed.picture;
    keys = (await service.live.call('GET', '/v1/receipts/keys')).body;
    receipt = (await receiptFor(picture)).receipt;
  });
  after(async () => {
    await service.stop();
    await mail.stop();
  });

  async function receiptFor(content: Uint8Array, client = service.live) {
    const response = await fetch(`${client.url}/v1/verify?receipt=true`, {
      method: 'POST',
      body: makeForm({ content }),
    });
    assert.equal(response.status, 200);
    return (await response.json()) as Answer<'POST /v1/verify'> & { receipt: string };
  }

  /** What the service says. The offline check must say the same. */
  async function check(text: string, contentHash?: string, client = service.live): Promise<Findings> {
    const body = { receipt: text, ...(contentHash && { content_hash: contentHash }) };
    const { status, body: findings } = await client.call('POST', '/v1/receipts/check', { body });
    assert.equal(status, 200);
    const isLive = client === service.live;
    const serviceUrl = isLive ? 'http://live.test' : 'http://sandbox.test';
    const published = isLive ? keys : (await client.call('GET', '/v1/receipts/keys')).body;
    assert.deepEqual(await verifyReceipt({ receipt: text, keys: published, contentHash, serviceUrl }), findings);
    return findings;
  }

  const refusal = async (text: string, contentHash?: string) => {
    const { valid, reason, statement } = await check(text, contentHash);
    assert.equal(valid, false);
    if (reason !== 'receipt_for_other_content') assert.equal(statement, null);
    return reason;
  };

  async function seedOfService(): Promise<Uint8Array> {
    const vault = createKeyVault(masterKeysFromFile(service.dataDirectory), 'live');
    const [secret] = await listServiceSecrets(service.database, vault, 'receipt-key:');
    return secret!.secret;
  }

  test('every verdict gets a receipt that repeats it, and the service, the SDK and jose accept it', async () => {
    const key = await importJWK(keys.keys[0]!.jwk, 'ML-DSA-65');
    const published = await (await fetch(`${service.live.url}/log/keys`)).text();
    const logKeys = published
      .trim()
      .split('\n')
      .map((line) => readVerifierKey(line)!);
    for (const [verdict, content] of Object.entries(files)) {
      const { receipt: text, ...result } = await receiptFor(content);
      assert.equal(result.verdict, verdict);
      const contentHash = `sha3-256:${hash('sha3-256', content)}`;
      const { valid, statement } = await check(text, contentHash);
      assert.equal(valid, true);
      const { authentic, tampered, confidence, likeness, token_source, signals, reason, format } = result;
      const found = result.provenance;
      assert.ok(Math.abs(Date.parse(statement!.checked_at) - Date.now()) < 60_000);
      assert.deepEqual(statement, {
        type: 'content-provenance-receipt/1',
        service: { url: 'http://live.test', environment: 'live' },
        examined: { content_hash: contentHash, bytes: content.length, format },
        verdict,
        authentic,
        tampered,
        confidence,
        likeness,
        token_source,
        signals,
        ...(reason && { reason }),
        provenance: found && {
          record_id: found.record_id,
          org_id: found.org_id,
          org: found.org,
          signer: found.signer,
          model: found.model,
          signed_at: found.signed_at,
          generator_id: found.generator_id,
        },
        checked_at: statement!.checked_at,
        detector: { name: 'content-provenance-service', version: release },
        log_checkpoint: statement!.log_checkpoint,
        nothing_retained: true,
      });
      assert.ok(openCheckpoint(statement!.log_checkpoint!, logKeys), 'the checkpoint is not signed by the log');
      const outside = await compactVerify(text, key, { algorithms: ['ML-DSA-65'] });
      assert.deepEqual(outside.protectedHeader, {
        alg: 'ML-DSA-65',
        kid: 'receipt-1',
        typ: 'content-provenance-receipt',
      });
      assert.deepEqual(JSON.parse(new TextDecoder().decode(outside.payload)), statement);
    }
  });

  test('the header and the payload have one spelling', async () => {
    const [header, payload] = receipt.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    assert.equal(header, '{"alg":"ML-DSA-65","kid":"receipt-1","typ":"content-provenance-receipt"}');
    assert.equal(payload, canonicalJson(JSON.parse(payload!)));
  });

  test('a result without the question has no receipt, and another value gets 400', async () => {
    for (const query of ['', '?receipt=false']) {
      const response = await fetch(`${service.live.url}/v1/verify${query}`, {
        method: 'POST',
        body: makeForm({ content: picture }),
      });
      assert.equal('receipt' in ((await response.json()) as object), false);
    }
    for (const query of ['receipt=yes', 'receipt=', 'receipt=true&receipt=true']) {
      const form = { method: 'POST', body: makeForm({ content: picture }) };
      assert.equal((await fetch(`${service.live.url}/v1/verify?${query}`, form)).status, 400, query);
    }
  });

  test('a batch gets a receipt for each item that was checked', async () => {
    const contents = [picture, Buffer.from('words'), Buffer.alloc(0), files.unreadable_file];
    const items = contents.map((content) => ({ content: content.toString('base64') }));
    const client = createClient({ baseUrl: service.live.url });
    const results = await client.verify.batch({ items }, { receipt: true });
    for (const [place, result] of results.entries()) {
      assert.equal('receipt' in result, !('error' in result), `${place}`);
      if (!result.receipt) continue;
      const contentHash = `sha3-256:${hash('sha3-256', contents[place]!)}`;
      const { valid, statement } = await check(result.receipt, contentHash);
      assert.deepEqual([valid, statement!.verdict], [true, result.verdict]);
    }
    assert.equal(results.filter((result) => 'receipt' in result).length, 3);
    const plain = await client.verify.batch({ items });
    assert.ok(plain.every((result) => !('receipt' in result)));
  });

  test('the SDK asks for a receipt, with and without progress', async () => {
    const client = createClient({ baseUrl: service.live.url });
    const content = new Blob([new Uint8Array(picture)]);
    for (const options of [{}, { onProgress: () => undefined }]) {
      const { receipt: text } = await client.verify.content({ content, receipt: true }, options);
      const contentHash = await hashContent(content);
      const findings = await client.receipts.check({ receipt: text!, content_hash: contentHash });
      assert.deepEqual(
        findings,
        await verifyReceipt({ receipt: text!, keys: await client.receipts.keys(), contentHash }),
      );
      assert.equal(findings.valid, true);
    }
    assert.equal('receipt' in (await client.verify.content({ content })), false);
  });

  test('every changed character is refused', async () => {
    const reasons = new Set<string>();
    for (let place = 0; place < receipt.length; place += step) {
      for (const other of receipt[place] === 'A' ? ['B', '.'] : ['A', '=']) {
        reasons.add((await refusal(receipt.slice(0, place) + other + receipt.slice(place + 1)))!);
      }
    }
    reasons.delete('receipt_from_other_service');
    assert.deepEqual(reasons, new Set(['receipt_malformed', 'receipt_signature_invalid']));
  });

  test('every flipped byte in header, payload and signature is refused', async () => {
    const parts = receipt.split('.').map((part) => Buffer.from(part, 'base64url'));
    const reasons = parts.map(() => new Set<string>());
    for (const [index, part] of parts.entries()) {
      for (let place = 0; place < part.length; place += index === 0 ? 1 : step) {
        for (const bit of [1, 0x80]) {
          const changed = Buffer.from(part);
          changed[place]! ^= bit;
          const text = parts.map((each) => (each === part ? changed : each).toString('base64url')).join('.');
          reasons[index]!.add((await refusal(text))!);
        }
      }
    }
    assert.ok(!reasons[0]!.has('receipt_signature_invalid'));
    assert.deepEqual(reasons[2], new Set(['receipt_signature_invalid']));
    assert.ok(reasons[1]!.has('receipt_malformed') && reasons[1]!.has('receipt_signature_invalid'));
  });

  test('other spellings of the same receipt are refused', async () => {
    const [header, payload, signature] = receipt.split('.') as [string, string, string];
    const plain = (part: string) => Buffer.from(part, 'base64url').toString('base64');
    for (const text of [
      ` ${receipt}`,
      `${receipt}\n`,
      `${receipt}.`,
      `${receipt}=`,
      `${header}.${payload}`,
      `${header}..${signature}`,
      `${header}.${payload}.`,
      `${header}.${plain(payload)}.${signature}`,
      `${header}.${payload}.${plain(signature)}`,
      JSON.stringify({ protected: header, payload, signature }),
      JSON.stringify({ payload, signatures: [{ protected: header, signature }] }),
      receipt.toUpperCase(),
      '',
      '..',
      'null',
      '{}',
      'é'.repeat(1_000),
      'A'.repeat(131_072),
    ]) {
      assert.equal(await refusal(text), 'receipt_malformed', text.slice(0, 100));
    }
  });

  test('a receipt that is longer than the limit gets 400, offline it is malformed', async () => {
    const text = 'A'.repeat(131_073);
    assert.equal((await service.live.call('POST', '/v1/receipts/check', { body: { receipt: text } })).status, 400);
    assert.equal((await verifyReceipt({ receipt: text, keys })).reason, 'receipt_malformed');
  });

  test('a receipt for another file is refused, and the response still says for which', async () => {
    for (const other of [files.changed, Buffer.concat([picture, Buffer.alloc(1)]), Buffer.alloc(0)]) {
      const contentHash = `sha3-256:${hash('sha3-256', other)}`;
      const { valid, reason, statement } = await check(receipt, contentHash);
      assert.deepEqual([valid, reason], [false, 'receipt_for_other_content']);
      assert.equal(statement!.examined.content_hash, `sha3-256:${hash('sha3-256', picture)}`);
    }
    const right = `sha3-256:${hash('sha3-256', picture)}`;
    for (const text of [right.toUpperCase(), right.slice(9), `${right} `, 'x']) {
      assert.equal((await check(receipt, text)).reason, 'receipt_for_other_content', text);
    }
  });

  test('live refuses a receipt of the sandbox, and the sandbox one of live', async () => {
    const { receipt: other } = await receiptFor(Buffer.from('words'), service.sandbox);
    assert.equal((await check(other, undefined, service.sandbox)).valid, true);
    const fromSandbox = await check(other);
    const fromLive = await check(receipt, undefined, service.sandbox);
    for (const findings of [fromSandbox, fromLive]) {
      assert.deepEqual(findings, { valid: false, reason: 'receipt_from_other_service', statement: null });
    }
    // Without the address of the service, only the key can tell.
    const reason = async (text: string, given: Keys, serviceUrl?: string) =>
      (await verifyReceipt({ receipt: text, keys: given, serviceUrl })).reason;
    assert.equal(await reason(other, keys), 'receipt_signature_invalid');
    // Someone who trusts both can still ask which of them it is.
    const { body: sandboxKeys } = await service.sandbox.call('GET', '/v1/receipts/keys');
    const both = { keys: [...keys.keys, ...sandboxKeys.keys] };
    assert.equal(await reason(other, both), undefined);
    assert.equal(await reason(other, both, 'http://sandbox.test/'), undefined);
    assert.equal(await reason(other, both, 'http://live.test'), 'receipt_from_other_service');
  });

  test('a forged receipt is refused, with any algorithm and any key', async () => {
    const [, payload] = receipt.split('.') as [string, string];
    const forger = await SigningKey.generate();
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const header = { alg: 'ML-DSA-65', kid: 'receipt-1', typ: 'content-provenance-receipt' };
    async function forge(given: object, text = payload): Promise<string> {
      const signed = `${encode(given)}.${text}`;
      return `${signed}.${Buffer.from(await forger.sign(Buffer.from(signed))).toString('base64url')}`;
    }
    assert.equal(await refusal(await forge(header)), 'receipt_signature_invalid');
    assert.equal(await refusal(await forge({ ...header, kid: 'receipt-2' })), 'receipt_key_unknown');
    const jwk = { kty: 'AKP', alg: 'ML-DSA-65', pub: Buffer.from(forger.publicKey).toString('base64url') };
    for (const other of [
      { ...header, jwk },
      { ...header, jku: 'https://forger.example/keys' },
      { ...header, x5c: [] },
      { ...header, crit: [] },
      { ...header, b64: false },
      { ...header, alg: 'none' },
      { ...header, alg: 'ml-dsa-65' },
      { ...header, alg: 'ML-DSA-44' },
      { ...header, alg: 'EdDSA' },
      { ...header, typ: 'JWT' },
      { ...header, kid: 'attestation-1' },
      { ...header, kid: 'receipt-01' },
      { kid: 'receipt-1', alg: 'ML-DSA-65', typ: 'content-provenance-receipt' },
      { alg: 'ML-DSA-65', typ: 'content-provenance-receipt' },
    ]) {
      assert.equal(await refusal(await forge(other)), 'receipt_malformed', JSON.stringify(other));
    }
    assert.equal(await refusal(`${encode({ ...header, alg: 'none' })}.${payload}.`), 'receipt_malformed');
    const hmac = `${encode({ ...header, alg: 'HS256' })}.${payload}`;
    const tag = createHmac('sha256', Buffer.from(keys.keys[0]!.key, 'base64')).update(hmac).digest('base64url');
    assert.equal(await refusal(`${hmac}.${tag}`), 'receipt_malformed');
  });

  test('even the right key makes no receipt of other texts, and later fields are accepted', async () => {
    const seed = await seedOfService();
    const statement = (await check(receipt)).statement!;
    const header = receipt.split('.')[0]!;
    const sealed = async (payload: Uint8Array) => {
      const signed = `${header}.${Buffer.from(payload).toString('base64url')}`;
      return `${signed}.${Buffer.from(await signMessage(seed, Buffer.from(signed))).toString('base64url')}`;
    };
    const canonical = canonicalJson(statement);
    assert.equal((await check(await sealed(Buffer.from(canonical)))).valid, true);
    const later = { ...statement, later: { list: [1, 'two'] }, examined: { ...statement.examined, width: 640 } };
    assert.equal((await check(await sealed(Buffer.from(canonicalJson(later))))).valid, true);
    for (const text of [
      JSON.stringify(statement, null, 1),
      `${canonical} `,
      `\ufeff${canonical}`,
      canonical.replace('{', `{"authentic":true,`),
      canonicalJson({ ...statement, type: 'content-provenance-receipt/2' }),
      canonicalJson({ ...statement, nothing_retained: false }),
      canonicalJson({ ...statement, checked_at: 'yesterday' }),
      canonicalJson({ ...statement, examined: null }),
      canonicalJson([statement]),
      'null',
      '',
    ]) {
      assert.equal(await refusal(await sealed(Buffer.from(text))), 'receipt_malformed', text.slice(0, 60));
    }
    assert.equal(await refusal(await sealed(Buffer.from([0x22, 0xff, 0x22]))), 'receipt_malformed');
  });

  test('the key survives a restart, is sealed in the database, and differs in the sandbox', async () => {
    const [key] = keys.keys;
    assert.deepEqual(
      [key!.kid, key!.algorithm, key!.jwk.kty, key!.jwk.alg],
      ['receipt-1', 'ml-dsa-65', 'AKP', 'ML-DSA-65'],
    );
    assert.equal(Buffer.from(key!.key, 'base64').length, 1_952);
    assert.equal(Buffer.from(key!.jwk.pub, 'base64url').toString('base64'), key!.key);
    const { body: other } = await service.sandbox.call('GET', '/v1/receipts/keys');
    assert.notEqual(other.keys[0].key, key!.key);
    const { sealed } = await service.database.read
      .selectFrom('service_secrets')
      .select('sealed')
      .where('name', '=', 'receipt-key:1')
      .executeTakeFirstOrThrow();
    assert.ok(!Buffer.from(sealed).includes(Buffer.from(await seedOfService())));
    await service.restart();
    assert.deepEqual((await service.live.call('GET', '/v1/receipts/keys')).body, keys);
    assert.equal((await check(receipt)).valid, true);
  });
});
