// The figures behind docs/run/capacity.md and the operator's capacity command: processor time of
// each kind of operation and of content, and bytes that records and a verification add to each
// database.
import { randomBytes, randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { makeFaultedOrganization } from '../../service/test-support/fault-load.ts';
import { makeNoise } from '../../service/test-support/made-wav.ts';
import { removeData, settingsFor } from '../../service/test-support/running-service.ts';
import { makeForm } from '../../service/test-support/shared-photos.ts';
import { makeSubmission } from '../../service/test-support/signing-client.ts';
import { spawnService } from '../../service/test-support/spawned-service.ts';
import { expectAllRight, saturate } from '../../test/load/offered-load.ts';
import { type LoadingOrganization, prepareOperations } from '../../test/load/operations.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { startCluster } from './cluster.ts';
import { prepareKinds } from './kinds-of-content.ts';

const seconds = Number(process.env.SECONDS ?? 4);
const records = 2_000;
const verifications = 600;
const sounds = 60;

const cluster = await startCluster(1);
const costs: string[][] = [];
const sizes: string[][] = [];
try {
  const kinds = await prepareKinds(cluster.url, cluster.organizations[0]!);
  const operations = [...(await prepareOperations(cluster)), ...kinds];
  for (const operation of operations) {
    expectAllRight(await saturate([operation], 2, seconds / 2));
    const before = cluster.processorTime();
    const done = await saturate([operation], 2, seconds);
    const after = cluster.processorTime();
    expectAllRight(done);
    const each = (used: number) => (used / done.answers.length).toFixed(1);
    costs.push([operation.kind, each(after.nodes - before.nodes), each(after.around - before.around)]);
  }
  const connection = new pg.Client({ connectionString: cluster.settings.DATABASE_URL! });
  await connection.connect();
  const size = async () => {
    const { rows } = await connection.query('SELECT pg_database_size(current_database()) AS size');
    return Number(rows[0].size);
  };
  sizes.push(['PostgreSQL', ...(await bytesAdded(cluster.url, cluster.organizations[0]!, size))]);
  await connection.end();
} finally {
  await cluster.stop();
}

const settings = await settingsFor({ settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
const service = await spawnService(settings);
try {
  const org = await makeFaultedOrganization(service.liveUrl, settings);
  const file = new DatabaseSync(`${settings.DATA_DIR}/live.sqlite`, { readOnly: true });
  const pageSize = file.prepare('PRAGMA page_size').get()!.page_size as number;
  const size = async () => (file.prepare('PRAGMA page_count').get()!.page_count as number) * pageSize;
  sizes.push(['SQLite', ...(await bytesAdded(service.liveUrl, org, size))]);
  file.close();
} finally {
  await service.stop();
  await removeData(settings);
}

console.log(`\n${formatTable([['', 'node CPU ms', 'around CPU ms'], ...costs])}\n`);
console.log(`${formatTable([['bytes', 'text', 'picture or video', 'sound, 5 s', 'a verification'], ...sizes])}\n`);
console.log(`Figures: ${keepFigures('load-capacity', { costs, sizes })}`);

/** What a record of each kind and a verification add, each with its event and counters. */
async function bytesAdded(url: string, org: LoadingOrganization, size: () => Promise<number>): Promise<string[]> {
  const signed = await sign(
    url,
    org,
    Buffer.from(`A text of some length, so that a mark has room. ${randomUUID()} `.repeat(5)),
  );
  const token = signed.headers.get('x-service-token')!;
  const text = new Uint8Array(await signed.arrayBuffer());
  const added: number[] = [];
  const measure = async (count: number, work: () => Promise<void>) => {
    const before = await size();
    await work();
    added.push(Math.round(((await size()) - before) / count));
  };
  await measure(records, () => submit(url, org, () => null));
  await measure(records, () => submit(url, org, () => randomBytes(8).toString('hex')));
  await measure(sounds, async () => {
    for (let count = 0; count < sounds; count += 1) await sign(url, org, makeNoise(count, { seconds: 5 }));
  });
  await measure(verifications, async () => {
    for (let count = 0; count < verifications; count += 1) {
      const response = await fetch(`${url}/v1/verify`, { method: 'POST', body: makeForm({ content: text, token }) });
      if (response.status !== 200) throw new Error(`A verification answered ${response.status}.`);
    }
  });
  return added.map(String);
}

async function sign(url: string, org: LoadingOrganization, content: Uint8Array): Promise<Response> {
  const response = await fetch(`${url}/v1/sign`, {
    method: 'POST',
    headers: { authorization: `Bearer ${org.key}` },
    body: makeForm({ content, model: 'm', generator_id: org.serverGeneratorId }),
  });
  if (response.status !== 200) throw new Error(`A signing answered ${response.status}.`);
  return response;
}

async function submit(url: string, org: LoadingOrganization, phash: () => string | null): Promise<void> {
  for (let count = 0; count < records; count += 50) {
    const batch = Array.from({ length: 50 }, () => {
      const hash = phash();
      return makeSubmission(org.signer, org.generatorId, hash === null ? {} : { phash: hash });
    });
    const response = await fetch(`${url}/v1/records/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${org.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ records: batch }),
    });
    if (response.status !== 201) throw new Error(`A batch answered ${response.status}.`);
  }
}
