// Content that is cheap to send and takes seconds to search, against the real program: silence is
// not searched, and an address that sends many such files does not make another wait for more than
// one of them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { withFfmpeg } from '../test-support/ffmpeg.ts';
import { makeNoise } from '../test-support/made-wav.ts';
import { processorMilliseconds } from '../test-support/process-tree.ts';
import { removeData, settingsFor } from '../test-support/running-service.ts';
import { makeForm } from '../test-support/shared-photos.ts';
import { type SpawnedService, spawnService } from '../test-support/spawned-service.ts';

/** For the heavy lane. */
const processes = Math.max(2, availableParallelism());
const mebibyte = 1024 * 1024;

withFfmpeg(() => {
  let settings: Readonly<Record<string, string>>;
  let service: SpawnedService;
  before(async () => {
    settings = await settingsFor({ settings: { VERIFY_LIMIT_PER_MINUTE: '0', TRUST_PROXY: 'true' } });
    service = await spawnService(settings);
  });
  after(async () => {
    await service.kill();
    await removeData(settings);
  });

  async function verify(content: Uint8Array, address: string): Promise<string | undefined> {
    const response = await fetch(`${service.liveUrl}/v1/verify`, {
      method: 'POST',
      headers: { 'x-forwarded-for': address },
      body: makeForm({ content }),
    });
    assert.equal(response.status, 200);
    return ((await response.json()) as { reason?: string }).reason;
  }

  test('18 KB of silence take less than half a second of processor time', { skip: !isLinux() }, async (t) => {
    for (const layout of ['stereo', '7.1']) {
      const rate = layout === 'stereo' ? 44_100 : 192_000;
      const silence = flac([
        '-f',
        'lavfi',
        '-i',
        `anullsrc=r=${rate}:cl=${layout}`,
        '-t',
        layout === 'stereo' ? '60' : '20',
      ]);
      assert.ok(silence.length < 18 * 1024, `${silence.length} bytes`);
      // The first one starts processes and the decoder.
      await verify(silence, '192.0.2.1');
      const before = processorMilliseconds(service.process.pid!)!;
      assert.equal(await verify(silence, '192.0.2.1'), 'no_provenance_found');
      const taken = processorMilliseconds(service.process.pid!)! - before;
      t.diagnostic(`${layout}: ${taken} ms`);
      assert.ok(taken < 500, `${layout}: ${taken} ms`);
    }
  });

  test('another address waits for at most one search, however many one address sends', {
    timeout: 300_000,
  }, async (t) => {
    const small = flac(['-i', '-'], makeNoise(1, { seconds: 6 }));
    const large = flac(['-i', '-'], makeNoise(2, { seconds: 46, sampleRate: 44_100, channels: 2 }));
    assert.ok(large.length > 7 * mebibyte);
    await verify(small, '192.0.2.2');
    const alone = await timed(() => verify(small, '192.0.2.2'));
    let answered = 0;
    const sent = Array.from({ length: Math.max(8, 4 * processes) }, () =>
      // The service ends before they all do.
      verify(large, '192.0.2.1').then(
        () => (answered += 1),
        () => undefined,
      ),
    );
    await untilWaiting(sent.length - processes);
    const before = answered;
    const taken = await timed(() => verify(small, '192.0.2.2'));
    const meanwhile = answered - before;
    t.diagnostic(
      `alone ${alone} ms, beside ${sent.length} large ones ${taken} ms, while ${meanwhile} of these were answered`,
    );
    // Running ones end, and each process that the small lane does not have can take another.
    assert.ok(meanwhile <= 2 * processes - 1, `${meanwhile} of ${sent.length} went before`);
    await service.kill();
    await Promise.all(sent);
  });

  async function untilWaiting(count: number): Promise<void> {
    for (let tries = 0; tries < 1_200; tries += 1) {
      const metrics = await (await fetch(`${service.liveUrl}/metrics`)).text();
      if (Number(/^service_compute_waiting(?:\{[^}]*\})? (\d+)/m.exec(metrics)?.[1]) >= count) return;
      await pause(50);
    }
    assert.fail('The searches did not get into line.');
  }
});

function flac(input: readonly string[], content?: Buffer): Buffer {
  const options = ['-v', 'error', ...input, '-c:a', 'flac', '-f', 'flac', '-'];
  return spawnSync('ffmpeg', options, { input: content, maxBuffer: 64 * mebibyte }).stdout;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return Math.round(performance.now() - started);
}

function isLinux(): boolean {
  return process.platform === 'linux';
}
