// Requests to a KMS over real HTTPS: who is trusted, who is let in, and the limits.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  type Certificates,
  makeCertificates,
  makeCertificatesFor,
  withOpenssl,
} from '../../../test-support/https-receiver.ts';
import { type KmsServer, startKms } from '../../../test-support/kms-server.ts';
import { CustodyUnavailable, KeyUnavailable } from '../key-custody/custodian.ts';
import { createKmsClient, type KmsOptions } from './kms-client.ts';

withOpenssl(() => {
  let certificates: Certificates;
  let kms: KmsServer;
  let good: KmsOptions;
  before(async () => {
    certificates = makeCertificates();
    kms = await startKms(certificates);
    kms.addKey('studio', 'Ed25519');
    good = { url: kms.url, token: kms.settings.KMS_TOKEN!, authorityFile: certificates.authorityFile };
  });
  after(async () => {
    await kms.stop();
    certificates.remove();
  });

  async function askWith(options: Partial<KmsOptions>, keyId = 'studio'): Promise<Readonly<Record<string, unknown>>> {
    const client = createKmsClient({ ...good, ...options });
    try {
      return await client.call('public-key', { key_id: keyId, algorithm: 'Ed25519' });
    } finally {
      client.close();
    }
  }

  const reasonOf =
    (pattern: RegExp, kind = CustodyUnavailable) =>
    (problem: Error) =>
      problem instanceof kind && pattern.test((problem.cause as Error).message);

  test('a known key has a public key, and an unknown one is a problem of that key only', async () => {
    assert.equal(typeof (await askWith({})).public_key, 'string');
    await assert.rejects(askWith({}, 'missing'), reasonOf(/404/, KeyUnavailable));
  });

  test('without the token, the KMS refuses', async () => {
    await assert.rejects(askWith({ token: undefined }), reasonOf(/401/));
    await assert.rejects(askWith({ token: 'another' }), reasonOf(/401/));
  });

  test('a certificate of an unknown authority is refused', async () => {
    await assert.rejects(askWith({ authorityFile: undefined }), reasonOf(/SELF_SIGNED|UNABLE_TO/));
  });

  test('an expired certificate is refused', async () => {
    const expired = makeCertificatesFor(-1);
    const server = await startKms(expired);
    try {
      await assert.rejects(
        askWith({ url: server.url, authorityFile: expired.authorityFile }),
        reasonOf(/CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/),
      );
      assert.deepEqual(server.operations, []);
    } finally {
      await server.stop();
      expired.remove();
    }
  });

  test('mutual TLS: the certificate of the settings is let in, and nobody without one', async () => {
    const { authorityFile, certificate, key } = certificates;
    const folder = join(authorityFile, '..');
    const [certificateFile, keyFile] = [join(folder, 'client.pem'), join(folder, 'client.key')];
    writeFileSync(certificateFile, certificate);
    writeFileSync(keyFile, key, { mode: 0o600 });
    const server = await startKms(certificates, certificates.authority);
    server.addKey('studio', 'Ed25519');
    try {
      assert.equal(typeof (await askWith({ url: server.url, certificateFile, keyFile })).public_key, 'string');
      await assert.rejects(askWith({ url: server.url }), CustodyUnavailable);
      assert.deepEqual(server.operations, ['public-key']);
    } finally {
      await server.stop();
    }
  });

  test('a slow response ends at the limit, and a redirect is not followed', async () => {
    kms.misbehave(() => true);
    await assert.rejects(askWith({ limitMilliseconds: 200 }), reasonOf(/not respond in time/));
    const calls = kms.operations.length;
    kms.misbehave((_, response) => !!response.writeHead(302, { location: '/keys/public-key' }).end());
    await assert.rejects(askWith({}), reasonOf(/302/));
    assert.equal(kms.operations.length, calls + 1);
    kms.misbehave(undefined);
  });

  test('a lost connection is tried once more', async () => {
    let lost = 0;
    const loseFirst = (most: number) => {
      lost = 0;
      kms.misbehave((_, response) => {
        if (lost >= most) return false;
        lost += 1;
        return !!response.destroy();
      });
    };
    loseFirst(1);
    assert.equal(typeof (await askWith({})).public_key, 'string');
    loseFirst(2);
    await assert.rejects(askWith({}), reasonOf(/ECONNRESET/));
    kms.misbehave(undefined);
  });
});
