// A node over a database: how soon it is ready, how much memory it has for itself, and what it
// costs to verify pictures that it does not know.
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { childrenOf, processorMilliseconds, processTree } from '../../../service/test-support/process-tree.ts';
import { settingsFor } from '../../../service/test-support/running-service.ts';
import { makeForm } from '../../../service/test-support/shared-photos.ts';
import { spawnService } from '../../../service/test-support/spawned-service.ts';
import { median } from '../../measurement.ts';

export interface NodeFigures {
  readonly readySeconds: number;
  readonly privateMebibytes: number;
  /** Wall time, and processor time of the node and the database. */
  readonly verifyMilliseconds: number;
  readonly verifyProcessorMilliseconds: number;
}

const warmUps = 4;
/** One for all nodes, because they open the same database. */
const secrets = { MASTER_KEY: randomBytes(32).toString('base64'), JWT_SECRET: randomBytes(32).toString('hex') };

export async function measureNode(databaseUrl: string, verifications: number): Promise<NodeFigures> {
  const settings = await settingsFor({
    settings: { ...secrets, DATABASE_URL: databaseUrl, VERIFY_LIMIT_PER_MINUTE: '0' },
  });
  const databases = childrenOf(process.pid);
  const start = performance.now();
  const node = await spawnService(settings);
  const processorTime = () =>
    [...databases, node.process.pid!].reduce((sum, pid) => sum + processorMilliseconds(pid)!, 0);
  try {
    while ((await fetch(`${node.liveUrl}/health`)).status !== 200) await pause(20);
    const readySeconds = (performance.now() - start) / 1000;
    const times: number[] = [];
    let processorBefore = 0;
    for (let count = -warmUps; count < verifications; count += 1) {
      if (count === 0) processorBefore = processorTime();
      const content = await makePicture();
      const begin = performance.now();
      const response = await fetch(`${node.liveUrl}/v1/verify`, { method: 'POST', body: makeForm({ content }) });
      const { reason } = (await response.json()) as { reason?: string };
      if (reason !== 'no_provenance_found') throw new Error(`A verification answered ${response.status} ${reason}.`);
      if (count >= 0) times.push(performance.now() - begin);
    }
    return {
      readySeconds,
      privateMebibytes: privateBytes(node.process.pid!) / 2 ** 20,
      verifyMilliseconds: median(times),
      verifyProcessorMilliseconds: (processorTime() - processorBefore) / verifications,
    };
  } finally {
    await node.stop();
    rmSync(settings.DATA_DIR!, { recursive: true, force: true });
  }
}

/** Smooth like a photograph, and different each time. */
function makePicture(): Promise<Buffer> {
  const side = 24;
  return sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .resize(640, 480, { fit: 'fill' })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** The memory that the process for requests shares with no other. */
function privateBytes(root: number): number {
  const [pid] = processTree(root);
  const lines = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').matchAll(/^Private_\w+:\s+(\d+) kB$/gm);
  return [...lines].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0);
}
