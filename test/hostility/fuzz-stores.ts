// Mutated manifest stores, over HTTP, to the repository of a running service: each is stored or
// refused with a sentence, and the memory of the service and its processes stays bounded. A store
// that is accepted is one whose signature and hashes are still right.
import { StoreMaker } from '../../service/test-support/made-store.ts';
import { residentBytes } from '../../service/test-support/process-tree.ts';
import { ResolutionClient } from '../../service/test-support/resolution-client.ts';
import { startRunningService } from '../../service/test-support/running-service.ts';
import { makeSigningAccount } from '../../service/test-support/signing-client.ts';
import { randomOfCase } from './case-random.ts';
import { mutate } from './mutate-bytes.ts';

export interface StoreRun {
  readonly seed: number;
  readonly first: number;
  readonly count: number;
  readonly database?: 'sqlite' | 'postgres' | undefined;
  readonly minutes?: number | undefined;
}

export interface StoreTally {
  stores: number;
  refused: number;
  /** Such a change left the bytes as they were, or is in a label that nothing signs. */
  accepted: number;
  readonly findings: string[];
  readonly restBytes: number;
  mostBytes: number;
}

export async function fuzzStores({ seed, first, count, database = 'sqlite', minutes }: StoreRun): Promise<StoreTally> {
  const service = await startRunningService({ database });
  const maker = new StoreMaker();
  try {
    const client = new ResolutionClient(service);
    const { key: token } = await makeSigningAccount(service, 'enterprise');
    const samples = [
      await maker.make(),
      await maker.make({ softBindings: [{ alg: 'com.example.mark', value: 'AAAA' }] }),
      await maker.make({ softBindings: [1, 2, 3].map((part) => ({ alg: `com.example.${part}`, value: 'AAAA' })) }),
    ].map(({ bytes }) => bytes);
    const restBytes = residentBytes(process.pid);
    const tally: StoreTally = { stores: 0, refused: 0, accepted: 0, findings: [], restBytes, mostBytes: restBytes };
    const endsAt = performance.now() + (minutes ?? Number.POSITIVE_INFINITY) * 60_000;
    for (let number = first; number < first + count && performance.now() < endsAt; number += 1) {
      const random = randomOfCase(seed, number);
      const bytes = withLength(mutate(random.pick(samples), random.pick(samples), random));
      const { status, json } = await client.call('POST', '/manifests', { token, bytes, type: 'application/c2pa' });
      tally.stores += 1;
      if (status === 400 && json.message) tally.refused += 1;
      else if (status === 200 || (status === 409 && json.error === 'manifest_id_taken')) tally.accepted += 1;
      else tally.findings.push(`${number}: ${status} ${JSON.stringify(json)}`);
      if (number % 50 === 0) tally.mostBytes = Math.max(tally.mostBytes, residentBytes(process.pid));
      if (number % 5_000 === 4_999) process.stderr.write(`${tally.stores} stores, ${tally.findings.length} findings\n`);
    }
    return tally;
  } finally {
    await service.stop();
    maker.remove();
  }
}

/** For half of them the outermost length is right again, so that what is inside is read. */
function withLength(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  if (copy.length >= 8 && copy.length % 2 === 0) copy.writeUInt32BE(copy.length);
  return copy;
}
