// Credentials that nobody issued, made from real ones of both organizations by somebody who does
// not know the secrets.
import { createHmac } from 'node:crypto';
import type { Random } from '../../engine/test-support/random-bytes.ts';
import { hostileText } from './hostile-values.ts';
import type { Party } from './parties.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

type Forgery = (own: Party, foreign: Party, random: Random) => string;

/** A session of the foreign owner, signed with any available key. */
function forge(own: Party, foreign: Party, header: object, key: string | undefined): string {
  const payload = {
    ...decode(own.credentials.owner.split('.')[1]!),
    user_id: foreign.known.user_id![0],
    org_id: foreign.orgId,
  };
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${key === undefined ? '' : createHmac('sha256', key).update(text).digest('base64url')}`;
}

export const forgeries: Readonly<Record<string, Forgery>> = {
  'no algorithm': (own, foreign) => forge(own, foreign, { alg: 'none', typ: 'JWT' }, undefined),
  'no algorithm, in capitals': (own, foreign) => forge(own, foreign, { alg: 'NONE' }, ''),
  'an empty key': (own, foreign) => forge(own, foreign, { alg: 'HS256', typ: 'JWT' }, ''),
  'a guessed key': (own, foreign) => forge(own, foreign, { alg: 'HS256', typ: 'JWT' }, 'secret'),
  'a key of its own': (own, foreign) =>
    forge(own, foreign, { alg: 'HS256', typ: 'JWT', jwk: { kty: 'oct', k: 'c2VjcmV0' } }, 'secret'),
  'a key from elsewhere': (own, foreign) =>
    forge(own, foreign, { alg: 'HS256', jku: 'https://127.0.0.1:1/', kid: '../../dev/null' }, ''),
  'the signature of another session': (own, foreign) => {
    const [header, , signature] = own.credentials.owner.split('.');
    return `${header}.${foreign.credentials.owner.split('.')[1]}.${signature}`;
  },
  'a session cut short': (_, { credentials: { owner } }, random) => owner.slice(0, random.below(owner.length - 1)),
  'a session with a character changed': (_, { credentials: { owner } }, random) =>
    changed(owner, random.below(owner.length - 2)),
  'a key with a character changed': (_, { credentials: { key } }, random) =>
    changed(key, 8 + random.below(key.length - 8)),
  'a key cut short': (_, { credentials: { key } }, random) => key.slice(0, random.below(key.length)),
  'a key of the sandbox': (_, { credentials: { key } }) => key.replace('svc_key_', 'svc_test_key_'),
  'a token of a record': (_, { known }) => known.token![0]!,
  'an identifier': (_, { known }) => known.key_id![0]!,
  'dots alone': () => '..',
  'an odd text': (_own, _foreign, random) => hostileText(random),
};

function changed(text: string, at: number): string {
  return text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
}
