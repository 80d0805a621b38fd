// Two organizations that have something of everything, created over HTTP at the service under
// attack. Verified addresses and members, which need an email, and plans, which no route changes,
// are written to the database. Data that no outsider must see contains the organization's secret
// word.
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { makeIdentifier } from '../../service/src/access/identifiers.ts';
import type { Database } from '../../service/src/adapters/database/database.ts';
import { makeSigner, makeSubmission } from '../../service/test-support/signing-client.ts';
import { encodeForm } from '../../service/test-support/spawned-signer.ts';

export interface Party {
  readonly orgId: string;
  /** In the names, addresses and texts that only members can see. */
  readonly secret: string;
  readonly credentials: Readonly<Record<'owner' | 'member' | 'key' | 'personalKey', string>>;
  /** A session that can be ended. */
  readonly spareSession: string;
  readonly password: string;
  /** By the names of parameters and fields. */
  readonly known: Readonly<Record<string, readonly string[]>>;
  /** Records signed by its own key, for its own generator. */
  readonly submissions: readonly object[];
  /** A picture, and the same signed. */
  readonly files: readonly Buffer[];
}

/** The caller of a request, and the organization that it must not reach. */
export interface Parties {
  readonly own: Party;
  readonly foreign: Party;
}

export async function makeParty(url: string, database: Database): Promise<Party> {
  const secret = `hush${randomBytes(8).toString('hex')}`;
  const word = randomBytes(6).toString('hex');
  const password = `${secret} password`;
  const [email, memberEmail] = [`${word}@example.org`, `${word}-member@example.org`];
  const { user } = await call(url, 'POST', '/v1/auth/register', { org_name: `Organization ${word}`, email, password });
  const orgId: string = user.org_id;
  const memberId = await promote(database, user.user_id, [memberEmail, `${secret}@example.org`]);
  const owner = await logIn(url, email, password);
  const member = await logIn(url, memberEmail, password);
  const asOwner = (method: string, path: string, body?: unknown) => call(url, method, path, body, owner);

  const organizationKey = await asOwner('POST', '/v1/account/api-keys', { name: `${secret} key` });
  const personalKey = await asOwner('POST', `/v1/team/members/${memberId}/api-keys`);
  const invite = await asOwner('POST', '/v1/team/invites', { email: `${secret}-invited@example.org`, role: 'user' });
  const domain = await asOwner('POST', '/v1/account/domains', { domain: `${secret}.example` });
  const signer = makeSigner();
  const formats = ['image', 'audio', 'text', 'video'];
  const makeGenerator = (keys: object) =>
    asOwner('POST', '/v1/generators', { name: `${secret} generator`, supported_formats: formats, ...keys });
  const held = await makeGenerator({ public_keys: [signer.publicKey] });
  const managed = await makeGenerator({});
  const webhook = await asOwner('POST', '/v1/webhooks', {
    url: `https://127.0.0.1:1/${secret}`,
    events: ['generator.key_rotated'],
  });
  // Nothing responds there: a failed delivery, which can be retried.
  const { active_kid } = await asOwner('POST', `/v1/generators/${managed.generator_id}/rotate-key`);
  const { deliveries } = await asOwner('GET', `/v1/webhooks/${webhook.webhook_id}/deliveries`);
  const planRequest = await asOwner('POST', '/v1/billing/plan-requests', { plan: 'scale' });
  const submissions = Array.from({ length: 12 }, () => makeSubmission(signer, held.generator_id));
  const record = await asOwner('POST', '/v1/records', submissions[0]);
  const attestation = await call(url, 'GET', '/v1/attestation/export', undefined, organizationKey.key);
  const picture = await makePicture();
  const signed = await sign(url, picture, managed.generator_id, organizationKey.key);
  const [records, events] = [await asOwner('GET', '/v1/records?limit=1'), await asOwner('GET', '/v1/audit?limit=1')];

  return {
    orgId,
    secret,
    credentials: { owner, member, key: organizationKey.key, personalKey: personalKey.key },
    spareSession: await logIn(url, email, password),
    password,
    known: {
      org_id: [orgId],
      user_id: [user.user_id, memberId],
      email: [email, memberEmail],
      key_id: [organizationKey.key_id, personalKey.key_id],
      invite_id: [invite.invite_id],
      request_id: [planRequest.request_id],
      domain_id: [domain.domain_id],
      domain: [`${word}.example`],
      generator_id: [held.generator_id, managed.generator_id],
      record_id: [record.record_id, signed.recordId],
      id: [webhook.webhook_id, record.record_id],
      webhook_id: [webhook.webhook_id],
      deliveryId: [deliveries[0].delivery_id],
      attestation_id: [attestation.attestation_id],
      token: [record.token, signed.token],
      kid: [active_kid, 'key-1'],
      before: [records.next_cursor ?? '', events.next_cursor ?? events.events[0].timestamp],
      watermark_id: submissions.map(({ watermark_id }) => watermark_id),
      url: ['https://127.0.0.1:1/hook'],
    },
    submissions,
    files: [picture, signed.bytes],
  };
}

/**
 * On the largest plan, with a verified address, and with more members. Returns the identifier of
 * the first of them.
 */
async function promote(database: Database, userId: string, emails: readonly string[]): Promise<string> {
  return database.transaction(async (transaction) => {
    const row = await transaction
      .selectFrom('users')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const owner = { ...row, email_verified_at: Date.now() };
    await transaction
      .updateTable('organizations')
      .set({ plan: 'enterprise' })
      .where('org_id', '=', row.org_id)
      .execute();
    await transaction
      .updateTable('users')
      .set({ email_verified_at: owner.email_verified_at })
      .where('user_id', '=', userId)
      .execute();
    const members = emails.map((email) => ({ ...owner, user_id: makeIdentifier('usr'), email, role: 'user' as const }));
    await transaction.insertInto('users').values(members).execute();
    return members[0]!.user_id;
  });
}

async function logIn(url: string, email: string, password: string): Promise<string> {
  return (await call(url, 'POST', '/v1/auth/login', { email, password })).token;
}

// biome-ignore lint/suspicious/noExplicitAny: responses of many routes. A missing field fails at once.
async function call(url: string, method: string, path: string, body?: unknown, token?: string): Promise<any> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

async function sign(url: string, content: Buffer, generatorId: string, key: string) {
  const { body, contentType } = encodeForm({ content, model: 'studio-3', generator_id: generatorId });
  const headers = { authorization: `Bearer ${key}`, 'content-type': contentType };
  const response = await fetch(`${url}/v1/sign`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`POST /v1/sign answered ${response.status}: ${await response.text()}`);
  return {
    bytes: Buffer.from(await response.arrayBuffer()),
    token: response.headers.get('x-service-token')!,
    recordId: response.headers.get('x-service-record-id')!,
  };
}

/** Too small for a watermark, so signing it costs little. */
function makePicture(): Promise<Buffer> {
  return sharp(randomBytes(48 * 48 * 3), { raw: { width: 48, height: 48, channels: 3 } })
    .png()
    .toBuffer();
}
