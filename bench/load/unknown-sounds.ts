// What it costs to verify unknown sounds over HTTP: time, and processor time of a real node and of
// its database.
import { processorMilliseconds } from '../../service/test-support/process-tree.ts';
import { removeData, settingsFor } from '../../service/test-support/running-service.ts';
import { makeForm } from '../../service/test-support/shared-photos.ts';
import { spawnService } from '../../service/test-support/spawned-service.ts';
import type { Track } from '../robustness/recorded-tracks.ts';

const sounds = 6;

export async function verifyUnknown(
  url: string,
  tracks: readonly Track[],
  postmaster: () => number,
): Promise<string[]> {
  const { DATA_DIR, ...settings } = await settingsFor({ settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
  const service = await spawnService({ ...settings, DATA_DIR: DATA_DIR!, DATABASE_URL: url });
  try {
    const files = tracks.slice(0, sounds + 1).map(waveOf);
    // The first loads the networks.
    await verify(service.liveUrl, files[0]!);
    const used = () => [service.process.pid!, postmaster()].map((pid) => processorMilliseconds(pid)!);
    const [start, before] = [performance.now(), used()];
    let found = 0;
    for (const file of files.slice(1)) if (await verify(service.liveUrl, file)) found += 1;
    const seconds = (performance.now() - start) / 1_000 / sounds;
    const each = used().map((now, part) => ((now - before[part]!) / sounds).toFixed(0));
    return [seconds.toFixed(2), ...each, `${found} of ${sounds}`];
  } finally {
    await service.stop();
    await removeData({ DATA_DIR: DATA_DIR! });
  }
}

/** Whether a record was found. */
async function verify(url: string, content: Uint8Array): Promise<boolean> {
  const response = await fetch(`${url}/v1/verify`, { method: 'POST', body: makeForm({ content }) });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  const { record_id } = (await response.json()) as { record_id?: string | null };
  return typeof record_id === 'string';
}

function waveOf({ sound, rate }: Track): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF');
  header.writeUInt32LE(36 + 2 * sound.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(2 * rate, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(2 * sound.length, 40);
  const samples = Int16Array.from(sound, (value) => Math.max(-1, Math.min(1, value)) * 32_767);
  return Buffer.concat([header, Buffer.from(samples.buffer)]);
}
