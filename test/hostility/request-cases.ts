// The request of a case, made from a route of the OpenAPI document: valid, almost valid or hostile,
// from an owner, a member, a key, without credentials or from a forger, with identifiers of both
// organizations in every place. The same seed and number make the same request, except for what
// every new service creates: identifiers and keys.
import type { Random } from '../../engine/test-support/random-bytes.ts';
import { onceIn, randomOfCase } from './case-random.ts';
import { forgeries } from './forged-credentials.ts';
import { makeFile, makeForm } from './form-cases.ts';
import { contentTypes, hostileHeaders, hostileText } from './hostile-values.ts';
import type { Operation } from './operations.ts';
import type { Parties, Party } from './parties.ts';
import type { RawRequest } from './raw-client.ts';
import { writeJson } from './raw-json.ts';
import { fittingValue, type JsonSchema, type KnownNames, knownValue, spoil, spoilText } from './values-of-schema.ts';

export interface RequestCase extends RawRequest {
  readonly number: number;
  readonly operation: Operation;
  readonly caller: keyof Party['credentials'] | 'nobody' | 'a forger';
  /**
   * Whether the address was changed beyond its parameters, or the method. Then another route can
   * respond, or none.
   */
  readonly isElsewhere: boolean;
  /** Whether a header can be the reason for a refusal that no route declares. */
  readonly hasOddHeaders: boolean;
  /** Whether a parameter of the path belongs to the other organization. */
  readonly namesForeign: boolean;
}

const callers = ['owner', 'owner', 'owner', 'member', 'key', 'key', 'personalKey', 'nobody', 'a forger'] as const;
const oddMethods = [
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PUT',
  'PATCH',
  'DELETE',
  'GET',
  'POST',
  'PROPFIND',
  'BREW',
  'get',
  'CONNECT',
];
const framings = ['cut', 'short length', 'chunked', 'bad chunks'] as const;

export function makeRequestCase(
  operations: readonly Operation[],
  parties: Parties,
  seed: number,
  number: number,
): RequestCase {
  const random = randomOfCase(seed, number);
  const operation = random.pick(onceIn(random, 3) ? operations : operations.filter(takesInput));
  const { own, foreign } = parties;
  const known: KnownNames = { own: { ...own.known, password: [own.password] }, foreign: foreign.known };
  const caller = random.pick(callers);
  const path = makePath(operation, known, random);
  const query = makeQuery(operation, known, random);
  const address = onceIn(random, 20) ? oddAddress(path.text + query, random) : path.text + query;
  const method = onceIn(random, 25) ? random.pick(oddMethods) : operation.method;
  const { body, contentType } = makeBody(operation, parties, known, random);
  const credential = credentialOf(operation, caller, parties, random);
  const oddHeaders = Array.from({ length: onceIn(random, 4) ? 1 + random.below(3) : 0 }, () =>
    random.pick(hostileHeaders),
  );
  const headers: [string, string][] = [
    ['host', onceIn(random, 50) ? hostileText(random) : 'live.test'],
    ['x-forwarded-for', `198.51.100.${random.below(250)}`],
    ...(credential === undefined ? [] : ([['authorization', `Bearer ${credential}`]] as [string, string][])),
    ...(contentType === undefined ? [] : ([['content-type', contentType]] as [string, string][])),
    ...(onceIn(random, 10) ? ([['idempotency-key', `key ${random.below(50)}`]] as [string, string][]) : []),
    ...oddHeaders.map(([name, value]) => [name, value] as [string, string]),
  ];
  const safe = headers.map(([name, value]) => [name, value.replaceAll(/[\r\n\0]/g, '')] as const);
  const framing = onceIn(random, 40) && body ? random.pick(framings) : undefined;
  return {
    number,
    operation,
    caller,
    method,
    target: toTarget(address),
    headers: safe,
    body,
    framing,
    isElsewhere: method !== operation.method || address !== path.text + query || path.isOdd,
    hasOddHeaders: oddHeaders.length > 0 || safe[0]![1] !== 'live.test',
    namesForeign: path.namesForeign,
  };
}

/** Most requests go to routes with more input. */
function takesInput({ body, parameters }: Operation): boolean {
  return body !== undefined || parameters.length > 0;
}

function credentialOf(
  operation: Operation,
  caller: RequestCase['caller'],
  { own, foreign }: Parties,
  random: Random,
): string | undefined {
  if (caller === 'nobody') return undefined;
  if (operation.path === '/v1/auth/logout' && caller === 'owner') return own.spareSession;
  if (caller !== 'a forger') return own.credentials[caller];
  return (
    random
      .pick(Object.values(forgeries))(own, foreign, random)
      .replaceAll(/[^\x21-\x7e\x80-\xff]/g, '') || 'x'
  );
}

function makePath({ path, parameters }: Operation, known: KnownNames, random: Random) {
  let [isOdd, namesForeign] = [false, false];
  const text = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const schema = parameters.find((each) => each.in === 'path' && each.name === name)?.schema ?? {};
    const value = onceIn(random, 3)
      ? onceIn(random, 2)
        ? hostileText(random)
        : spoilText(knownValue(name, known, random) ?? 'x', random)
      : String(fittingValue(schema, name, known, random));
    const encoded = onceIn(random, 30) ? value : encodeURIComponent(value.toWellFormed());
    namesForeign ||= (known.foreign[name] ?? []).includes(value);
    // A value that is empty, contains a path step or is too long leads elsewhere. `me` is a route's
    // own word.
    isOdd ||=
      value.length === 0 ||
      value.length > 500 ||
      /[/?#\\]|^\.{1,2}$|^me$/.test(value) ||
      (encoded === value && encodeURIComponent(value.toWellFormed()) !== value);
    return encoded;
  });
  return { text, isOdd, namesForeign };
}

function makeQuery({ parameters }: Operation, known: KnownNames, random: Random): string {
  const declared = parameters.filter((each) => each.in === 'query');
  const pairs = declared.flatMap(({ name, required, schema }) => {
    if (!required && onceIn(random, 2)) return [];
    const value = onceIn(random, 3) ? hostileText(random) : String(fittingValue(schema, name, known, random));
    const spoiled = onceIn(random, 6) ? spoilText(value, random) : value;
    return onceIn(random, 12)
      ? [
          [name, spoiled],
          [name, hostileText(random)],
        ]
      : [[name, spoiled]];
  });
  if (onceIn(random, 12))
    pairs.push([
      random.pick(['__proto__', '__proto__[a]', 'a[]', 'a[b][c]', 'constructor', 'limit[]', '']),
      hostileText(random),
    ]);
  if (onceIn(random, 60)) pairs.push(...Array.from({ length: 400 }, (_, place) => [`p${place}`, 'x']));
  const texts = pairs.map(
    ([name, value]) => `${encodeURIComponent(name!)}=${encodeURIComponent(value!.toWellFormed())}`,
  );
  return texts.length > 0 ? `?${texts.join('&')}` : '';
}

function oddAddress(address: string, random: Random): string {
  return random.pick([
    `${address}/`,
    `/${address}`,
    address.replaceAll('/', '//'),
    address.toUpperCase(),
    address.replace('/v1/', '/v1/../v1/'),
    address.replace('/v1/', '/v1/%2e%2e/v1/'),
    `${address}%00`,
    `${address}%zz`,
    `${address};a=b`,
    `${address}?${'&'.repeat(500)}`,
    `${address}#fragment`,
    `http://evil.example${address}`,
    `${address}${'/x'.repeat(300)}`,
    `${address}\u00e9\u00ff`,
    `${address} x`,
    '*',
    address.slice(1),
    `/${'x'.repeat(9_000)}`,
  ]);
}

/** As one line of bytes, without characters that would end it. */
function toTarget(address: string): string {
  return address.replaceAll(/[\r\n\0]/g, '') || '/';
}

function makeBody(
  operation: Operation,
  parties: Parties,
  known: KnownNames,
  random: Random,
): { body?: Buffer; contentType?: string } {
  const { body: declared } = operation;
  if (!declared) {
    if (operation.method === 'GET' || onceIn(random, 2)) return {};
    return {
      body: Buffer.from(random.pick(['', '{}', '[]', 'null', '{', '{"a":1}'])),
      contentType: 'application/json',
    };
  }
  const oddType = onceIn(random, 15) ? { contentType: random.pick(contentTypes) } : {};
  if (declared.fileType !== undefined)
    return { body: makeFile(parties, random), contentType: declared.fileType, ...oddType };
  if (declared.isForm && !onceIn(random, 30))
    return { ...makeForm(declared.schema, parties, known, random), ...oddType };
  const fitting =
    submissionFor(operation, parties, random) ?? fittingValue(declared.schema as JsonSchema, '', known, random);
  const level = random.below(10);
  const value = level < 4 ? fitting : level < 9 ? spoil(fitting, random) : spoil(spoil(fitting, random), random);
  const text = writeJson(value);
  const bytes = Buffer.from(onceIn(random, 15) ? breakText(text, random) : text);
  if (onceIn(random, 60)) bytes[random.below(Math.max(1, bytes.length))] = 0xff;
  return { body: bytes, contentType: 'application/json', ...oddType };
}

/**
 * What a schema alone cannot give: a record with a valid signature, sometimes for the other
 * organization's generator.
 */
function submissionFor({ name }: Operation, { own, foreign }: Parties, random: Random): unknown {
  const pick = () => {
    const submission = random.pick(own.submissions);
    return onceIn(random, 4) ? { ...submission, generator_id: random.pick(foreign.known.generator_id!) } : submission;
  };
  if (name === 'POST /v1/records') return pick();
  if (name === 'POST /v1/records/batch') return { records: Array.from({ length: 1 + random.below(3) }, pick) };
  return undefined;
}

function breakText(text: string, random: Random): string {
  return random.pick([
    text.slice(0, random.below(text.length + 1)),
    `${text}${text}`,
    `\ufeff${text}`,
    `${' '.repeat(20_000)}${text}`,
    `[${text}]`,
    JSON.stringify(text),
    text.replaceAll('"', "'"),
    text.replaceAll(':', '='),
    '',
  ]);
}
