// The mixed load: of a hundred operations, eighty verify, fifteen sign and five do the rest.
// Pictures are photographs of one size, as on a platform, from several organizations. Every
// response is checked, so that nothing fast and wrong counts.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { makeSubmission, type SigningAccount } from '../../service/test-support/signing-client.ts';

export interface Operation {
  readonly kind: string;
  /** Out of a hundred. */
  readonly share: number;
  /** Extra operations besides the mix (see withRareKinds). */
  readonly beside?: true;
  /** Fails if the response is wrong. */
  run(): Promise<void>;
}

/** The target service of the load, and its caller. */
export interface LoadTarget {
  readonly url: string;
  readonly organizations: readonly LoadingOrganization[];
}

export interface LoadingOrganization extends SigningAccount {
  /** A service-managed generator. */
  readonly serverGeneratorId: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

const photos = join(import.meta.dirname, '../../../shared/media/photos');
const pictureSides = { width: 1_000, height: 750 };
const text = 'The bridge was built in the spring of that year, and everyone who crossed it said the same. '.repeat(20);

/**
 * distinct: how many pictures are signed beforehand, by each organization in turn, for
 * verification.
 */
export async function prepareOperations({ url, organizations }: LoadTarget, distinct = 12): Promise<Operation[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  const ownerOf = (place: number) => organizations[place % organizations.length]!;
  const call = (method: string, path: string, headers: Record<string, string> = {}, body?: Buffer) =>
    send(agent, method, url + path, headers, body);
  // Forms are built beforehand, because the caller's preparation is not part of a latency.
  const signing = (content: Uint8Array, { key, serverGeneratorId }: LoadingOrganization) => {
    const { body, type } = encodeForm({ content, model: 'studio-3', generator_id: serverGeneratorId });
    const headers = { authorization: `Bearer ${key}`, 'content-type': type };
    return () => call('POST', '/v1/sign', headers, body).then(expectStatus(200));
  };
  const verifying = (content: Uint8Array, authentic: boolean, source: string, fields: object = {}) => {
    const { body, type } = encodeForm({ content, ...fields });
    return async () => {
      const answer = await call('POST', '/v1/verify', { 'content-type': type }, body).then(expectStatus(200));
      const verdict = JSON.parse(answer.body.toString()) as { authentic: boolean; token_source: string };
      if (verdict.authentic !== authentic || verdict.token_source !== source)
        throw new Error(`verified otherwise than expected: ${answer.body}`);
    };
  };
  const submission = ({ key, signer, generatorId }: LoadingOrganization) => {
    const body = Buffer.from(JSON.stringify(makeSubmission(signer, generatorId)));
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    return () => call('POST', '/v1/records', headers, body).then(expectStatus(201));
  };

  const signings = (await makePictures(distinct)).map((picture, place) => signing(picture, ownerOf(place)));
  // One after the other, because on a busy machine the last of them would wait too long.
  const signed: Answer[] = [];
  for (const sign of signings) signed.push(await sign());
  const copies = await Promise.all(signed.map(({ body }) => sharp(body).jpeg({ quality: 85 }).toBuffer()));
  const signedTexts: Buffer[] = [];
  for (const organization of organizations) signedTexts.push((await signing(Buffer.from(text), organization)()).body);
  const submissions = Array.from({ length: 25 * distinct }, (_, place) => submission(ownerOf(place)));
  const tokens = signed.map(({ headers }) => headers['x-service-token'] as string);
  const recordIds = signed.map(({ headers }) => headers['x-service-record-id'] as string);
  const one = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)]!;
  const read = (path: () => string, headers?: Record<string, string>) => async () =>
    void (await call('GET', path(), headers).then(expectStatus(200)));

  return [
    anyOf(
      'verify a picture',
      40,
      signed.map(({ body }) => verifying(body, true, 'xmp')),
    ),
    anyOf(
      'verify a copy, by its mark',
      15,
      copies.map((copy) => verifying(copy, false, 'watermark')),
    ),
    anyOf(
      'verify a picture with its token',
      10,
      signed.map(({ body }, place) => verifying(body, true, 'provided', { token: tokens[place] })),
    ),
    anyOf(
      'verify a text',
      15,
      signedTexts.map((each) => verifying(each, true, 'watermark')),
    ),
    anyOf('sign a picture', 12, signings),
    {
      kind: 'sign a text',
      share: 3,
      run: async () => void (await signing(Buffer.from(`${text}${Math.random()}`), one(organizations))()),
    },
    {
      kind: 'submit a record',
      share: 1,
      run: async () => void (await (submissions.pop() ?? submission(one(organizations)))()),
    },
    { kind: 'status of a token', share: 1, run: read(() => `/v1/verify/status/${one(tokens)}`) },
    { kind: 'read a record', share: 1, run: read(() => `/v1/records/${one(recordIds)}`) },
    { kind: 'certificate page', share: 1, run: read(() => `/certificate/${one(tokens)}`) },
    anyOf(
      'analytics',
      1,
      organizations.map(({ key }) => read(() => '/v1/analytics/overview?days=30', { authorization: `Bearer ${key}` })),
    ),
  ];
}

function anyOf(kind: string, share: number, runs: readonly (() => Promise<unknown>)[]): Operation {
  return { kind, share, run: async () => void (await runs[Math.floor(Math.random() * runs.length)]!()) };
}

/**
 * The mix, plus enough of the rare kinds to bring each to a minimum share: enough responses for a
 * percentile.
 */
export function withRareKinds(operations: readonly Operation[], leastShare: number): Operation[] {
  const rare = operations.filter(({ share }) => share < leastShare);
  return [...operations, ...rare.map((each) => ({ ...each, share: leastShare - each.share, beside: true as const }))];
}

/** Parts of the shared photographs. If those are absent, clouds of color. */
async function makePictures(distinct: number): Promise<Buffer[]> {
  const names = existsSync(photos) ? readdirSync(photos).filter((name) => /\.jpe?g$/i.test(name)) : [];
  return Promise.all(
    Array.from({ length: distinct }, (_, place) => {
      const name = names[place % Math.max(1, names.length)];
      const source = name
        ? sharp(readFileSync(join(photos, name))).rotate(place < names.length ? 0 : 180)
        : sharp(Buffer.from(Array.from({ length: 24 * 18 * 3 }, () => Math.random() * 256)), {
            raw: { width: 24, height: 18, channels: 3 },
          });
      return source
        .resize({ ...pictureSides, fit: 'cover' })
        .jpeg({ quality: 90 })
        .toBuffer();
    }),
  );
}

function expectStatus(status: number) {
  return (answer: Answer): Answer => {
    if (answer.status !== status) throw new Error(`answered ${answer.status}: ${answer.body.subarray(0, 300)}`);
    return answer;
  };
}

function send(
  agent: Agent,
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { agent, method, headers: { ...headers, ...(body && { 'content-length': String(body.length) }) } },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode!, headers: incoming.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function encodeForm(fields: Readonly<Record<string, string | Uint8Array>>): { body: Buffer; type: string } {
  const boundary = 'a-boundary-that-no-file-holds';
  const parts = Object.entries(fields).flatMap(([name, value]) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${typeof value === 'string' ? '' : '; filename="upload"'}\r\n\r\n`,
    ),
    typeof value === 'string' ? Buffer.from(value) : value,
    Buffer.from('\r\n'),
  ]);
  return {
    body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}
