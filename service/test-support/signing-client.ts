// A customer who signs on their own side: keys, canonical JSON and signatures made here with
// node:crypto or with @noble/post-quantum, never with the engine under test.

import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey, hash, randomBytes, sign, verify } from 'node:crypto';
import { type MediaKind, mediaKinds } from '@content-provenance/engine';
import { ml_dsa65 as noble } from '@noble/post-quantum/ml-dsa.js';
import type { PlanName } from '../src/plans/plans.ts';
import { type Account, makeAccount, makeApiKey, makeVerifiedAccount, setPlan } from './account.ts';
import type { Client } from './http-client.ts';
import type { Mailbox } from './mail-server.ts';
import type { RunningService } from './running-service.ts';

export interface Signer {
  /** In the format of POST /v1/generators. */
  readonly publicKey: { readonly kid: string; readonly algorithm: 'ml-dsa-65'; readonly key: string };
  sign(message: Uint8Array): Uint8Array;
}

export function makeSigner(kid = 'key-1', seed: Uint8Array = randomBytes(32)): Signer {
  const privateKey = createPrivateKey({ key: Buffer.from(seed), format: 'raw-seed', asymmetricKeyType: 'ml-dsa-65' });
  const key = createPublicKey(privateKey).export({ format: 'raw-public' }).toString('base64');
  return { publicKey: { kid, algorithm: 'ml-dsa-65', key }, sign: (message) => sign(null, message, privateKey) };
}

export function makeNobleSigner(kid = 'noble', seed: Uint8Array = randomBytes(32)): Signer {
  const { publicKey, secretKey } = noble.keygen(seed);
  const key = Buffer.from(publicKey).toString('base64');
  return { publicKey: { kid, algorithm: 'ml-dsa-65', key }, sign: (message) => noble.sign(message, secretKey) };
}

export interface SignedFields {
  readonly content_hash: string;
  readonly generator_id: string;
  readonly model: string;
  readonly watermark_id: string;
}

export interface Submission extends SignedFields {
  readonly signature: string;
  readonly signed_payload: SignedFields;
  readonly phash?: string;
  readonly format?: MediaKind;
}

/** RFC 8785 of an object of texts: the names in order, JSON's own form of a text, no space. */
export function canonicalBytes(fields: SignedFields): Uint8Array {
  const members = Object.entries(fields).sort(([left], [right]) => (left < right ? -1 : 1));
  return Buffer.from(JSON.stringify(Object.fromEntries(members)));
}

/** A record of new content. Given fields are signed unchanged. */
export function makeSubmission(
  signer: Signer,
  generatorId: string,
  { phash, format, ...fields }: Partial<Submission> = {},
): Submission {
  const payload: SignedFields = {
    content_hash: `sha3-256:${hash('sha3-256', randomBytes(32))}`,
    generator_id: generatorId,
    model: 'image-model-3',
    watermark_id: randomBytes(8).toString('hex'),
    ...fields,
  };
  return {
    ...payload,
    signature: Buffer.from(signer.sign(canonicalBytes(payload))).toString('base64'),
    signed_payload: payload,
    ...(phash !== undefined && { phash }),
    ...(format !== undefined && { format }),
  };
}

export interface SigningAccount extends Account {
  readonly key: string;
  readonly keyId: string;
  readonly signer: Signer;
  readonly generatorId: string;
}

/**
 * An account with an API key and a client-managed generator. Beyond the free plan, with a verified
 * address.
 */
export async function makeSigningAccount(
  service: Pick<RunningService, 'live' | 'outbox' | 'database'>,
  plan: PlanName = 'free',
  mailbox: Mailbox = service.outbox,
): Promise<SigningAccount> {
  const { live } = service;
  const account = plan === 'free' ? await makeAccount(live) : await makeVerifiedAccount(live, mailbox);
  // It uses only the database.
  if (plan !== 'free') await setPlan(service as RunningService, account.orgId, plan);
  const { key, key_id } = await makeApiKey(live, account);
  const signer = makeSigner();
  const generatorId = await registerGenerator(live, key, [signer]);
  return { ...account, key, keyId: key_id, signer, generatorId };
}

/** Without signers, the service has the key. */
export async function registerGenerator(
  client: Client,
  token: string,
  signers?: readonly Signer[],
  formats: readonly MediaKind[] = mediaKinds,
): Promise<string> {
  const { status, body } = await client.call('POST', '/v1/generators', {
    token,
    body: {
      name: 'Generator',
      supported_formats: formats,
      ...(signers && { public_keys: signers.map(({ publicKey }) => publicKey) }),
    },
  });
  assert.equal(status, 201);
  return body.generator_id;
}

/**
 * Whether two independent implementations find the signature valid, from public data only: the
 * record and the keys route.
 */
export async function verifiesPublicly(client: Client, recordId: string): Promise<boolean> {
  const { body: record } = await client.call('GET', `/v1/records/${recordId}`);
  const { body: published } = await client.call('GET', `/v1/keys/${record.generator_id}`);
  const { key } = published.keys.find((each: { kid: string }) => each.kid === record.kid);
  const publicKey = Buffer.from(key, 'base64');
  const message = canonicalBytes(record.signed_payload);
  const signature = Buffer.from(record.signature, 'base64');
  const keyObject = createPublicKey({ key: publicKey, format: 'raw-public', asymmetricKeyType: 'ml-dsa-65' });
  const verdict = verify(null, message, keyObject, signature);
  assert.equal(noble.verify(signature, message, publicKey), verdict, 'node:crypto and noble disagree');
  return verdict && record.generator_status === 'active';
}
