// The figures behind docs/run/capacity.md: processor time of each kind of operation, bytes that a
// record and a verification add to each database, memory of the index of perceptual hashes for a
// million records.
import { randomBytes, randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { HashIndex } from '../../engine/src/index.ts';
import { makeFaultedOrganization } from '../../service/test-support/fault-load.ts';
import { removeData, settingsFor } from '../../service/test-support/running-service.ts';
import { makeForm } from '../../service/test-support/shared-photos.ts';
import { makeSubmission } from '../../service/test-support/signing-client.ts';
import { spawnService } from '../../service/test-support/spawned-service.ts';
import { expectAllRight, saturate } from '../../test/load/offered-load.ts';
import { type LoadingOrganization, prepareOperations } from '../../test/load/operations.ts';
import { formatTable, keepFigures } from '../measurement.ts';
import { startCluster } from './cluster.ts';

const seconds = Number(process.env.SECONDS ?? 4);
const records = 2_000;
const verifications = 600;

const cluster = await startCluster(1);
const costs: string[][] = [];
const sizes: string[][] = [];
try {
  const operations = await prepareOperations(cluster);
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

const index = indexMemory();
console.log(`\n${formatTable([['', 'node CPU ms', 'around CPU ms'], ...costs])}\n`);
console.log(`${formatTable([['bytes', 'a record', 'a verification'], ...sizes])}\n`);
console.log(`Index of perceptual hashes: ${index} MiB for a million records, ids included.`);
console.log(`Figures: ${keepFigures('load-capacity', { costs, sizes, index })}`);

/** What a submitted record and a verification add, each with its event and counters. */
async function bytesAdded(
  url: string,
  org: LoadingOrganization,
  size: () => Promise<number>,
): Promise<[string, string]> {
  const authorization = `Bearer ${org.key}`;
  const content = Buffer.from(`A text of some length, so that a mark has room in it. ${randomUUID()} `.repeat(5));
  const signed = await fetch(`${url}/v1/sign`, {
    method: 'POST',
    headers: { authorization },
    body: makeForm({ content, model: 'm', generator_id: org.serverGeneratorId }),
  });
  const token = signed.headers.get('x-service-token')!;
  const text = new Uint8Array(await signed.arrayBuffer());
  const start = await size();
  for (let count = 0; count < records; count += 50) {
    const phash = () => randomBytes(8).toString('hex');
    const batch = Array.from({ length: 50 }, () => makeSubmission(org.signer, org.generatorId, { phash: phash() }));
    const response = await fetch(`${url}/v1/records/batch`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ records: batch }),
    });
    if (response.status !== 201) throw new Error(`A batch answered ${response.status}.`);
  }
  const middle = await size();
  for (let count = 0; count < verifications; count += 1) {
    const response = await fetch(`${url}/v1/verify`, { method: 'POST', body: makeForm({ content: text, token }) });
    if (response.status !== 200) throw new Error(`A verification answered ${response.status}.`);
  }
  const end = await size();
  return [Math.round((middle - start) / records).toString(), Math.round((end - middle) / verifications).toString()];
}

/** In MiB. As in similar-records.ts: the index and the ids. */
function indexMemory(): number {
  const used = () => {
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = used();
  const hashes = new HashIndex();
  const ids: string[] = [];
  for (let count = 0; count < 1_000_000; count += 1) {
    hashes.add(randomBytes(8).toString('hex'));
    ids.push(randomUUID());
  }
  hashes.search(randomBytes(8).toString('hex'), 8, 16);
  return Math.round((used() - before) / 1024 ** 2);
}
