// Session tokens: what they contain, how long they are valid, and what is refused.
import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { SignJWT } from 'jose';
import { createSessionTokens, sessionSeconds } from './session-tokens.ts';

const secret = randomBytes(32);
const subject = { userId: 'usr_1', email: 'a@example.org', orgId: 'org_1', sessionGeneration: 3 };
const start = 1_800_000_000_000;

const decode = (part: string | undefined) => JSON.parse(Buffer.from(part!, 'base64url').toString());

test('a token is a JWT with the fields of the specification, signed with HS256', async () => {
  const token = await createSessionTokens(secret, () => start).issue(subject);
  const [header, payload, signature] = token.split('.');
  assert.deepEqual(decode(header), { alg: 'HS256', typ: 'JWT' });
  const { jti, ...claims } = decode(payload);
  assert.deepEqual(claims, {
    user_id: 'usr_1',
    email: 'a@example.org',
    org_id: 'org_1',
    iat: start / 1_000,
    exp: start / 1_000 + 86_400,
  });
  assert.match(jti, /^3\.[\w-]{22}$/);
  assert.equal(signature, createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url'));
});

test('a token is valid for exactly 24 hours', async () => {
  let time = start;
  const tokens = createSessionTokens(secret, () => time);
  const token = await tokens.issue(subject);
  time = start + sessionSeconds * 1_000 - 1_000;
  assert.deepEqual(await tokens.read(token), {
    userId: 'usr_1',
    sessionId: decode(token.split('.')[1]).jti,
    sessionGeneration: 3,
    expiresAt: start + 86_400_000,
    hasSwitched: false,
  });
  time = start + sessionSeconds * 1_000;
  assert.equal(await tokens.read(token), undefined);
});

test('a token with another secret, another algorithm, no algorithm, or a changed part is refused', async () => {
  const tokens = createSessionTokens(secret, () => start);
  const token = await tokens.issue(subject);
  const [header, payload, signature] = token.split('.') as [string, string, string];
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  const forged = Buffer.from(JSON.stringify({ ...decode(payload), user_id: 'usr_2' })).toString('base64url');
  const hs512 = new SignJWT(decode(payload)).setProtectedHeader({ alg: 'HS512' });
  const refused = [
    await createSessionTokens(randomBytes(32), () => start).issue(subject),
    `${none}.${payload}.`,
    `${none}.${payload}.${signature}`,
    `${header}.${forged}.${signature}`,
    await hs512.sign(randomBytes(64)),
    await hs512.sign(Buffer.concat([secret, secret])),
    await new SignJWT({ user_id: 'usr_1', jti: '3.x' }).setProtectedHeader({ alg: 'HS256' }).sign(secret),
    `${header}.${payload}`,
    // Other spellings of the same signature: padded, in the other alphabet, with the spare bits of
    // the last character set.
    `${token}=`,
    `${header}.${payload}.${Buffer.from(signature, 'base64url').toString('base64')}`,
    `${header}.${payload}.${signature.slice(0, -1)}${nextCharacter(signature.at(-1)!)}`,
    `${token}\u00e9`,
    '',
  ];
  for (const each of refused) assert.equal(await tokens.read(each), undefined, each);
});

function nextCharacter(character: string): string {
  return String.fromCharCode(character.charCodeAt(0) + 1);
}
