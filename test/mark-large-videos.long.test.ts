// Videos of any length with a mark in their pictures and sound, through the real decoder: encoded
// in segments, stopped and continued, joined, played and verified whole and cut.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createDecoder, signLargeFile, verify, verifyLargeFile } from '../engine/src/index.ts';
import { longRun, MemorySink, type ObservedRun, sourceOf } from '../engine/test-support/large-content.ts';
import { RecordShelf } from '../engine/test-support/record-shelf.ts';
import { openDecoderProcess } from '../service/src/adapters/media-decoder/decoder-process.ts';
import { convertVideo, withFfmpeg } from '../service/test-support/ffmpeg.ts';
import { readVideo, withSharedFiles } from '../service/test-support/shared-photos.ts';

const limits = { seconds: 7200, pixels: 1e12, bytes: 5 * 2 ** 30 };
const seconds = 24;
const kinds = {
  mp4: ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-c:a', 'aac', '-movflags', '+faststart'],
  mov: ['-c:v', 'libx264', '-preset', 'ultrafast', '-vf', 'scale=480:270', '-r', '30000/1001', '-c:a', 'aac'],
  mkv: ['-c:v', 'mpeg4', '-q:v', '3', '-c:a', 'flac'],
  webm: ['-r', '12', '-c:v', 'libvpx', '-b:v', '2M', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'],
};

withSharedFiles(() =>
  withFfmpeg(() => {
    const decoder = createDecoder(() => openDecoderProcess(2 ** 30));
    after(() => decoder.close());
    const clip = readVideo('birds.mp4');
    const before = ['-stream_loop', '-1', '-t', String(seconds)];
    const noise = ['-f', 'lavfi', '-t', String(seconds), '-i', 'anoisesrc=c=pink:a=0.3:r=48000:s=7'];

    /** ending: of the file. */
    const make = (ending: keyof typeof kinds) =>
      convertVideo(clip, [...noise, '-map', '0:v', '-map', '1:a', '-s', '480x270', ...kinds[ending]], ending, before);

    const signIn = (shelf: RecordShelf, bytes: Uint8Array, sink: MemorySink, run: ObservedRun) =>
      shelf.signBy(
        (request, ports) =>
          signLargeFile(sourceOf(bytes), sink, { ...request, inBand: limits }, { ...ports, decoder }, run),
        'c0ffee0123456789',
      );

    for (const ending of Object.keys(kinds) as (keyof typeof kinds)[]) {
      test(`${ending}: a video that was stopped continues, plays as before and is recognized when it is cut`, async () => {
        const upload = make(ending);
        const shelf = Object.assign(new RecordShelf(), { decoder });
        const abort = new AbortController();
        const stopped = longRun(new Map(), abort.signal);
        const kept = new Map<string, Uint8Array>();
        const saving: ObservedRun = {
          ...stopped,
          checkpoints: {
            load: async (name) => kept.get(name),
            async save(name, bytes) {
              kept.set(name, Uint8Array.from(bytes));
              if (name === 'segments') abort.abort(new Error('the node stops'));
            },
          },
        };
        const nothing = new MemorySink();
        await assert.rejects(signIn(shelf, upload, nothing, saving), /the node stops/);
        assert.deepEqual([...kept.keys()], ['segment-0', 'segments']);
        assert.equal(nothing.bytes.length, 0);

        const saves: string[] = [];
        const resumed = longRun();
        const continuing: ObservedRun = {
          ...resumed,
          checkpoints: {
            load: async (name) => kept.get(name),
            async save(name, bytes) {
              saves.push(name);
              kept.set(name, Uint8Array.from(bytes));
            },
          },
        };
        const sink = new MemorySink();
        const signed = await signIn(shelf, upload, sink, continuing);
        assert.deepEqual(saves, ['segment-1', 'segments', 'segment-2', 'segments']);
        assert.deepEqual(signed.notes, []);
        assert.deepEqual(signed.carries, ['token', 'in_band']);
        const rising = resumed.progress.toSorted((left, right) => left - right);
        assert.deepEqual(resumed.progress, rising);

        const file = sink.bytes;
        assert.deepEqual(facts(file, ending), facts(upload, ending));
        assert.equal((await verify(file, {}, shelf)).verdict, 'authentic');
        assert.equal((await verifyLargeFile(sourceOf(file), {}, shelf, longRun())).verdict, 'authentic');
        for (const cut of [
          ['-ss', '11', '-t', '5', '-map', '0:v'],
          ['-ss', '3', '-t', '4', '-map', '0:v'],
          ['-ss', '7', '-t', '12', '-map', '0:a'],
        ]) {
          const { token_source } = await verify(convertVideo(file, [...cut, '-c', 'copy'], ending), {}, shelf);
          assert.equal(token_source, 'watermark', cut.join(' '));
        }
      });
    }

    test('a kill of the decoder ends the attempt, and no file stays outside the work folder', async () => {
      const dying = createDecoder(() => openDecoderProcess(150 * 2 ** 20));
      const shelf = Object.assign(new RecordShelf(), { decoder: dying });
      const signing = shelf.signBy((request, ports) =>
        signLargeFile(
          sourceOf(make('mp4')),
          new MemorySink(),
          { ...request, inBand: limits },
          { ...ports, decoder: dying },
          longRun(),
        ),
      );
      await assert.rejects(signing, { name: 'BrokenMedia', message: /too much memory/ });
    });
  }),
);

/** What a player sees: sizes, codecs, length and the number of frames. It decodes all of them. */
function facts(bytes: Uint8Array, ending: string) {
  const folder = mkdtempSync(join(tmpdir(), 'large-videos-'));
  try {
    const path = join(folder, `video.${ending}`);
    writeFileSync(path, bytes);
    const whole = spawnSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 'null', '-'], { encoding: 'utf8' });
    assert.equal(whole.stderr, '');
    const entries = 'stream=codec_name,width,height,nb_read_frames,channels,sample_rate:format=duration';
    const probe = spawnSync(
      'ffprobe',
      ['-v', 'error', '-count_frames', '-show_entries', entries, '-of', 'json', path],
      { encoding: 'utf8' },
    );
    const { streams, format } = JSON.parse(probe.stdout) as {
      streams: Record<string, unknown>[];
      format: { duration: string };
    };
    return {
      seconds: Math.round(Number(format.duration) * 5) / 5,
      streams: streams.map(({ nb_read_frames: frames, ...rest }) =>
        'width' in rest ? { ...rest, frames } : { ...rest },
      ),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
