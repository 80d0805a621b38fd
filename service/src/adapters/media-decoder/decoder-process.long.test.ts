// The decoder in its process: pictures and sound of every common codec, its limits, and each way in
// which it can end.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createDecoder, Interrupted, type MediaSource } from '@content-provenance/engine';
import { decoderProcesses, untilDecoders } from '../../../test-support/decoder-processes.ts';
import { convertVideo, withFfmpeg } from '../../../test-support/ffmpeg.ts';
import { readVideo, withSharedFiles } from '../../../test-support/shared-photos.ts';
import { openDecoderProcess } from './decoder-process.ts';

const memory = 2 ** 30;
const small = ['-t', '0.2', '-vf', 'scale=160:90'];
const codecs: readonly (readonly [string, readonly string[], 'mp4' | 'mov' | 'webm' | 'mkv'])[] = [
  ['H.264', ['-c:v', 'libx264'], 'mp4'],
  ['HEVC of 10 bits', ['-c:v', 'libx265', '-pix_fmt', 'yuv420p10le', '-x265-params', 'log-level=none'], 'mp4'],
  ['AV1 in fragments', ['-c:v', 'libsvtav1', '-preset', '12', '-movflags', 'frag_keyframe+empty_moov'], 'mp4'],
  ['VP9, live', ['-c:v', 'libvpx-vp9', '-cpu-used', '8', '-live', '1'], 'webm'],
  ['VP8', ['-c:v', 'libvpx'], 'mkv'],
  ['MPEG-4', ['-c:v', 'mpeg4'], 'mp4'],
  ['ProRes', ['-c:v', 'prores_ks'], 'mov'],
];

withSharedFiles(() =>
  withFfmpeg(() => {
    const clip = readVideo('birds.mp4');
    const source: MediaSource = { bytes: clip, demuxer: 'mov' };
    const decoder = createDecoder(() => openDecoderProcess(memory));
    after(() => decoder.close());

    test('the first picture of every codec looks like the original', async () => {
      const grey = (luma: Uint8Array) => luma.reduce((sum, each) => sum + each, 0) / luma.length;
      const original = grey((await decoder.firstFrame(source))!.luma);
      for (const [name, options, ending] of codecs) {
        const bytes = convertVideo(clip, [...small, ...options], ending);
        const demuxer = ending === 'webm' || ending === 'mkv' ? 'matroska' : 'mov';
        const picture = await decoder.firstFrame({ bytes, demuxer });
        assert.deepEqual([picture?.width, picture?.height], [160, 90], name);
        assert.ok(Math.abs(grey(picture!.luma) - original) < 3, name);
      }
      assert.equal(decoderProcesses().length, 1);
    });

    test('a picture that players turn is turned', async () => {
      const lying = convertVideo(clip, [...small, '-c:v', 'libx264'], 'mp4');
      const turned = convertVideo(lying, ['-c', 'copy', '-metadata:s:v', 'rotate=90'], 'mp4');
      const before = (await decoder.firstFrame({ bytes: lying, demuxer: 'mov' }))!;
      const after = (await decoder.firstFrame({ bytes: turned, demuxer: 'mov' }))!;
      assert.deepEqual([after.width, after.height], [90, 160]);
      // The matrix of a quarter turn to the left, as ffmpeg itself shows it.
      for (const [x, y] of [
        [0, 0],
        [17, 40],
        [159, 89],
      ] as const) {
        assert.equal(after.luma[(159 - x) * 90 + y], before.luma[y * 160 + x]);
      }
    });

    test('sound comes in complete pieces, and a reader can stop', async () => {
      let seconds = 0;
      for await (const { sampleRate, channels } of decoder.pcm(source, 60)) seconds += channels[0]!.length / sampleRate;
      assert.ok(seconds > 0.9 && seconds < 1.2, String(seconds));
      for await (const piece of decoder.pcm(source, 60)) {
        assert.equal(piece.channels.length, 2);
        break;
      }
      assert.notEqual(await decoder.firstFrame(source), null);
      assert.equal(decoderProcesses().length, 1);
    });

    test('keyframes without a residual do not change the marked video, and a failure outside ends the job', async () => {
      // MPEG-4, whose encoder gives the same bytes for the same pictures. x264 does not if its
      // macroblock tree is 30 blocks wide.
      const bytes = convertVideo(clip, ['-t', '0.2', '-an', '-vf', 'scale=480:270', '-c:v', 'mpeg4'], 'mp4');
      const mark = (neural?: () => Promise<null>) =>
        decoder.mark(
          { bytes, demuxer: 'mov' },
          'mp4',
          '0123456789abcdef',
          { seconds: 9, pixels: 1e9, bytes: 1e8 },
          neural,
        );
      let asked = 0;
      const without = await mark();
      const withNone = await mark(async () => {
        asked += 1;
        return null;
      });
      assert.equal(asked, 1);
      assert.ok(Buffer.from(without.bytes).equals(withNone.bytes));
      await assert.rejects(
        mark(async () => assert.fail('no residual')),
        /no residual/,
      );
      assert.notEqual(await decoder.firstFrame(source), null);
    });

    test('a place that a seek misses is found from the start of the video', async () => {
      // 6 seconds with two keyframes. Its index names another frame than the second one, so a seek
      // to that frame finds nothing that can be decoded.
      const options = ['-an', '-vf', 'fps=25,scale=480:270', '-t', '6', '-c:v', 'libx264', '-bf', '0', '-g', '1000'];
      const keyframes = ['-sc_threshold', '0', '-force_key_frames', '1', '-video_track_timescale', '1000'];
      const bytes = convertVideo(clip, [...options, ...keyframes], 'mp4', ['-stream_loop', '20']);
      const index = bytes.indexOf('stss');
      assert.equal(bytes.readUInt32BE(index + 8), 2);
      bytes.writeUInt32BE(51, index + 16);
      const limits = { seconds: 9, pixels: 1e9, bytes: 1e8 };
      const task = { id: '0123456789abcdef', limits, from: { pts: 4_800n, pixels: 0 } };
      const { signal } = new AbortController();
      const segments = await Array.fromAsync(decoder.encodeSegments({ bytes, demuxer: 'mov' }, task, signal));
      assert.equal(segments.flatMap(({ packets }) => packets).length, 30);
    });

    test('a file that is too large or nonsense is refused, and no process stays', async () => {
      const narrow = createDecoder(() => openDecoderProcess(2 ** 20));
      await assert.rejects(narrow.firstFrame(source), { name: 'BrokenMedia', message: /too much memory/ });
      await assert.rejects(decoder.firstFrame({ bytes: Buffer.alloc(5_000, 'nonsense'), demuxer: 'mov' }), {
        name: 'BrokenMedia',
      });
      await untilDecoders((pids) => pids.length === 1);
    });

    test('a killed or crashed decoder interrupts one job without blaming the content, and the next has a new process', async () => {
      for (const signal of ['SIGKILL', 'SIGSEGV', 'SIGABRT'] as const) {
        const reading = decoder.frames(source, 8)[Symbol.asyncIterator]();
        const [pid] = await untilDecoders((pids) => pids.length === 1);
        const first = reading.next();
        process.kill(pid!, signal);
        await assert.rejects(first, Interrupted);
        assert.notEqual(await decoder.firstFrame(source), null);
      }
    });

    test('a decoder that cannot be started interrupts the job', async () => {
      const absent = createDecoder(() => ({
        send: () => undefined,
        receive: async () => ({ ready: false }),
        isOpen: true,
        end: () => undefined,
      }));
      await assert.rejects(absent.firstFrame(source), Interrupted);
    });
  }),
);
