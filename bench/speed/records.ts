// Records accepted per CPU-second of the service, one by one and in batches of 50, against bare ML-DSA-65 verifications
// per CPU-second in the same run; and the status by token against a bare Fastify route. Records are signed beforehand.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  generateSigningSeed,
  publicKeyFromSeed,
  signedPayloadBytes,
  signMessage,
  verifySignature,
} from '../../engine/src/index.ts';
import { formatTable, keepFigures, median } from '../measurement.ts';
import type { LoadDone, LoadOrder } from './http/load.ts';
import { makeCallers } from './http/make-callers.ts';
import { type ServerProcess, startProcess, startServer } from './http/processes.ts';

const rounds = 5;
const recordsPerRound = 400;
const batchSize = 50;
const clients = 16;
const hash = `sha3-256:${'0'.repeat(64)}`;

const folder = mkdtempSync(join(tmpdir(), 'provenance-bench-'));
const service = await startServer(
  'service-server.ts',
  {
    PORT: '0',
    SANDBOX_PORT: '0',
    DATA_DIR: folder,
    PUBLIC_LIMIT_PER_MINUTE: '1000000000',
    VERIFY_LIMIT_PER_MINUTE: '1000000000',
    ACCOUNT_LIMIT_PER_MINUTE: '0',
  },
  join(folder, 'service.log'),
);
const bare = await startServer('bare-server.ts', {}, join(folder, 'bare.log'));
const load = startProcess('load.ts');
const seed = generateSigningSeed();
const publicKey = publicKeyFromSeed(seed);

try {
  const { apiKeys } = await makeCallers(service.url, folder);
  const key = apiKeys[0]!;
  const generator = await post('/v1/generators', {
    name: 'Bench',
    supported_formats: ['image'],
    public_keys: [{ kid: 'bench', algorithm: 'ml-dsa-65', key: Buffer.from(publicKey).toString('base64') }],
  });
  const generatorId = generator.generator_id as string;
  const rates = {
    verifications: [] as number[],
    single: [] as number[],
    batch: [] as number[],
    bare: [] as number[],
    status: [] as number[],
  };
  let token = '';
  for (let round = 0; round <= rounds; round += 1) {
    const single = await makeSubmissions(recordsPerRound, generatorId);
    const batched = await makeSubmissions(recordsPerRound, generatorId);
    const measured = {
      verifications: await perOwnCpuSecond(recordsPerRound, () => verifyAll(single)),
      single: await perCpuSecond(service, recordsPerRound, async () => {
        await inParallel(single, async (submission) => {
          token = (await post('/v1/records', submission)).token as string;
        });
      }),
      batch: await perCpuSecond(service, recordsPerRound, () =>
        inParallel(
          inGroups(batched, batchSize),
          async (records) => void (await post('/v1/records/batch', { records })),
        ),
      ),
      bare: await requestsPerCpuSecond(bare, '/'),
      status: await requestsPerCpuSecond(service, `/v1/verify/status/${token}`),
    };
    // The first round warms up.
    if (round > 0) for (const [name, rate] of Object.entries(measured)) rates[name as keyof typeof rates].push(rate);
    process.stderr.write(`round ${round} of ${rounds}\n`);
  }
  report(rates);

  async function post(path: string, body: object): Promise<Record<string, unknown>> {
    const response = await fetch(service.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
    if (response.status !== 201) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  }
} finally {
  await Promise.all([service.stop(), bare.stop(), load.stop()]);
  rmSync(folder, { recursive: true, force: true });
}

interface Submission {
  readonly signed_payload: Parameters<typeof signedPayloadBytes>[0];
  readonly signature: string;
}

async function makeSubmissions(count: number, generatorId: string): Promise<Submission[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const watermarkId = crypto.randomUUID();
      const payload = { content_hash: hash, generator_id: generatorId, model: 'bench', watermark_id: watermarkId };
      const signature = Buffer.from(await signMessage(seed, signedPayloadBytes(payload))).toString('base64');
      return { ...payload, signed_payload: payload, signature };
    }),
  );
}

async function verifyAll(submissions: readonly Submission[]): Promise<void> {
  await inParallel(submissions, async ({ signed_payload, signature }) => {
    const valid = await verifySignature(
      publicKey,
      signedPayloadBytes(signed_payload),
      Buffer.from(signature, 'base64'),
    );
    if (!valid) throw new Error('A signature does not verify.');
  });
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
    }),
  );
}

function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, place) =>
    items.slice(place * size, (place + 1) * size),
  );
}

async function perOwnCpuSecond(count: number, work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return count / ((user + system) / 1_000_000);
}

async function perCpuSecond(server: ServerProcess, count: number, work: () => Promise<void>): Promise<number> {
  const before = (await server.ask('cpu')) as number;
  await work();
  return count / ((((await server.ask('cpu')) as number) - before) / 1_000_000);
}

async function requestsPerCpuSecond(server: ServerProcess, path: string): Promise<number> {
  const before = (await server.ask('cpu')) as number;
  const order: LoadOrder = {
    url: server.url,
    path,
    credentials: [],
    connections: 32,
    milliseconds: 1_500,
    leastAnswers: 1_000,
  };
  const { answers, refused } = (await load.ask(order)) as LoadDone;
  if (refused > 0) throw new Error(`${path}: ${refused} of ${answers} answers were not 200.`);
  return answers / ((((await server.ask('cpu')) as number) - before) / 1_000_000);
}

function report(rates: Record<'verifications' | 'single' | 'batch' | 'bare' | 'status', number[]>): void {
  const middle = Object.fromEntries(Object.entries(rates).map(([name, values]) => [name, median(values)]));
  const shares = [
    { name: 'POST /v1/records', rate: middle.single!, of: middle.verifications!, least: 0.35 },
    { name: 'POST /v1/records/batch, records', rate: middle.batch!, of: middle.verifications!, least: 0.6 },
    { name: 'GET /v1/verify/status/:token', rate: middle.status!, of: middle.bare!, least: 0.4 },
  ].map((each) => ({ ...each, share: each.rate / each.of }));
  const number = (value: number) => Math.round(value).toLocaleString('en');
  const percent = (value: number) => `${(value * 100).toFixed(1)}%`;
  const rows = [
    ['bare ML-DSA-65 verification', number(middle.verifications!), '', ''],
    ['bare Fastify route', number(middle.bare!), '', ''],
    ...shares.map(({ name, rate, share, least }) => [
      name,
      number(rate),
      percent(share),
      `at least ${percent(least)}: ${share >= least ? 'met' : 'MISSED'}`,
    ]),
  ];
  console.log(`\n${formatTable([['', 'per CPU-second', 'of the bare one', 'limit'], ...rows])}\n`);
  console.log(`Figures: ${keepFigures('speed-records', { rounds, recordsPerRound, shares })}`);
  if (shares.some(({ share, least }) => share < least)) process.exitCode = 1;
}
