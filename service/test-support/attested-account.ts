// An Enterprise organization with something of everything in an attestation: records signed on
// either side, a rotated key, a revoked generator, and verifications that found the content
// unchanged, altered, and without its metadata.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { Mailbox } from './mail-server.ts';
import type { RunningService } from './running-service.ts';
import { makeForm } from './shared-photos.ts';
import {
  makeSigner,
  makeSigningAccount,
  makeSubmission,
  registerGenerator,
  type SigningAccount,
} from './signing-client.ts';

export interface AttestedAccount extends SigningAccount {
  readonly serverGeneratorId: string;
  readonly revokedGeneratorId: string;
  /** The key that the rotation retired, and its replacement. */
  readonly kids: { readonly active: string; readonly retired: string };
}

export async function makeAttestedAccount(
  service: RunningService,
  mailbox: Mailbox = service.outbox,
): Promise<AttestedAccount> {
  const { live } = service;
  const account = await makeSigningAccount(service, 'enterprise', mailbox);
  const { key: token, signer, generatorId } = account;
  const submit = (body: object) => live.call('POST', '/v1/records', { token, body });
  for (const format of ['text', 'audio', 'audio'] as const) {
    assert.equal((await submit(makeSubmission(signer, generatorId, { format }))).status, 201);
  }
  const serverGeneratorId = await registerGenerator(live, token);
  const signed = await signPicture(live.url, token, serverGeneratorId);
  const { body: rotation } = await live.call('POST', `/v1/generators/${serverGeneratorId}/rotate-key`, { token });
  const revokedGeneratorId = await registerGenerator(live, token, [makeSigner('lost-key')]);
  await live.call('PUT', `/v1/generators/${revokedGeneratorId}/revoke`, { token });

  const stripped = await sharp(signed).jpeg({ quality: 90 }).toBuffer();
  for (const content of [signed, signed, stripped]) {
    const answer = await fetch(`${live.url}/v1/verify`, { method: 'POST', body: makeForm({ content }) });
    const { provenance } = (await answer.json()) as { provenance: { org_id: string } | null };
    assert.equal(provenance?.org_id, account.orgId);
  }
  return {
    ...account,
    serverGeneratorId,
    revokedGeneratorId,
    kids: { active: rotation.active_kid, retired: rotation.retired_kid },
  };
}

async function signPicture(url: string, token: string, generatorId: string): Promise<Buffer> {
  const content = await sharp(randomBytes(512 * 512 * 3), { raw: { width: 512, height: 512, channels: 3 } })
    .blur(3)
    .jpeg({ quality: 95 })
    .toBuffer();
  const answer = await fetch(`${url}/v1/sign`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: makeForm({ content, model: 'image-model-3', generator_id: generatorId }),
  });
  assert.equal(answer.status, 200);
  return Buffer.from(await answer.arrayBuffer());
}
