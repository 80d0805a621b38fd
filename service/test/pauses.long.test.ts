// The service and all its processes stop in the middle of work for longer than the work can take,
// like a sleeping laptop or a paused virtual machine, and continue: no process ends, no record is
// half written, callers get 200 or 503. PAUSE_SECONDS=65 PAUSES=10 is the long version, with the
// time limits of a real service.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { onEachDatabaseAtOnce } from '../test-support/on-each-database.ts';
import { processTree, untilAtWork } from '../test-support/process-tree.ts';
import { readPhoto, readSound, readVideo, withSharedFiles } from '../test-support/shared-photos.ts';
import { type MediaAnswer, type SpawnedSigner, spawnSigner } from '../test-support/spawned-signer.ts';
import { allOf } from '../test-support/stored-counts.ts';

const times = Number(process.env.PAUSES ?? 1);
const pauseSeconds = Number(process.env.PAUSE_SECONDS ?? 16);
/** Shorter pauses need a shorter limit. */
const limitSeconds = Math.min(60, pauseSeconds - 1);

withSharedFiles(() =>
  onEachDatabaseAtOnce((database) => {
    let signer: SpawnedSigner;
    let picture: Buffer;
    let signed = 0;
    before(async () => {
      signer = await spawnSigner({ TASK_MOST_SECONDS: String(limitSeconds) }, { database, ownGroup: true });
      picture = await sharp(readPhoto('Dune.jpg')).resize(3_000, 2_400, { fit: 'fill' }).png().toBuffer();
    });
    after(async () => {
      assert.equal(await signer.stop(), 0);
    });

    async function sign(content: Uint8Array, fields: Record<string, string> = {}): Promise<number> {
      const status = await expectDoneOrLater(signer.sign(content, fields));
      if (status === 200) signed += 1;
      return status;
    }

    // Two at a time, because there are at least two processes for such work.
    const pairs: Readonly<Record<string, () => Promise<number[]>>> = {
      'a PNG and a WAV are signed': () => Promise.all([sign(picture), sign(readSound('debian.wav'))]),
      'an MP4 is signed in band and a PNG is verified': () =>
        Promise.all([sign(readVideo('birds.mp4'), { in_band: 'true' }), expectDoneOrLater(signer.verify(picture))]),
    };

    for (const [name, send] of Object.entries(pairs)) {
      test(`${name} while everything stops for ${pauseSeconds} seconds`, { timeout: 3_600_000 }, async (t) => {
        const group = signer.service.process.pid!;
        // Without a pause first, which starts the processes and shows how much work there is.
        await send();
        const start = signer.processorMilliseconds()!;
        const usual = await send();
        const work = signer.processorMilliseconds()! - start;
        const statuses: number[] = [];
        for (let round = 0; round < times; round += 1) {
          const answers = send();
          await Promise.race([untilAtWork(() => [group], (work * 0.7 * (round + 1)) / times), answers]);
          const processes = processTree(group);
          process.kill(-group, 'SIGSTOP');
          await pause(pauseSeconds * 1_000);
          process.kill(-group, 'SIGCONT');
          const after = await answers;
          statuses.push(...after);
          const left = processTree(group);
          // On a busy machine, a task can reach its limit, which ends its process.
          if (!after.includes(503))
            assert.deepEqual(
              processes.filter((pid) => !left.includes(pid)),
              [],
            );
        }
        t.diagnostic(`${work} ms of work, answered ${usual} without a pause and ${statuses} with one`);
        assert.deepEqual(await signer.countStored(), allOf(signed));
      });
    }
  }),
);

async function expectDoneOrLater(answer: Promise<MediaAnswer>): Promise<number> {
  const { status, headers, bytes } = await answer;
  if (status === 200) return status;
  assert.equal(status, 503, bytes.toString());
  assert.equal(JSON.parse(bytes.toString()).error, 'service_unavailable');
  assert.match(headers.get('retry-after') ?? '', /^\d+$/);
  return status;
}
