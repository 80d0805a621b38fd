// Compressed sound with a neural watermark: decoded, marked and encoded again by the real decoder,
// with its original settings. The networks are a pair without weights.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, test } from 'node:test';
import { createDecoder, detectFormat, isDecoderInstalled, openSoundNetworks, sign } from '../engine/src/index.ts';
import { openDecoderProcess } from '../service/src/adapters/media-decoder/decoder-process.ts';
import { withFfmpeg } from '../service/test-support/ffmpeg.ts';

const watermarkId = 'c0ffee0123456789';
const token = `svc_${'A'.repeat(47)}`;
const request = { generatorId: 'gen_1', model: 'model-1', watermarkId, token, neural: true };

const noise = ['-f', 'lavfi', '-i', 'anoisesrc=r=44100:a=0.3:d=6:c=pink:s=7', '-ac', '2'];
const skipped =
  isDecoderInstalled() || process.env.CI === 'true' ? false : 'The optional media decoder is not installed.';

withFfmpeg(() => {
  const decoder = createDecoder(() => openDecoderProcess(2 ** 30));
  after(() => decoder.close());
  const soundNetworks = openSoundNetworks();
  const ports = { decoder, soundNetworks, sign: async () => new Uint8Array(64) };

  for (const [ending, codec, asBefore] of [
    ['mp3', ['-c:a', 'libmp3lame', '-b:a', '96k'], /^mp3,44100,2,96000,/],
    ['flac', ['-c:a', 'flac', '-sample_fmt', 's32', '-bits_per_raw_sample', '24'], /^flac,44100,2,.*,24$/],
  ] as const) {
    test(`${ending}: encoded again with its settings, tags kept, and read back`, { skip: skipped }, async () => {
      const upload = ffmpeg([...noise, '-metadata', 'title=Rain', ...codec, '-f', ending, '-']);
      const { bytes, notes, signedPayload, originalHash } = await sign(upload, request, ports);
      assert.deepEqual(notes, []);
      assert.notEqual(signedPayload.content_hash, originalHash);
      assert.match(settingsOf(bytes), asBefore);
      assert.equal(settingsOf(bytes), settingsOf(upload));
      assert.match(Buffer.from(bytes.subarray(0, 4000)).toString('latin1'), /Rain/);
      const length = (file: Uint8Array) => ffmpeg(['-f', ending, '-i', '-', '-f', 's16le', '-'], file).length;
      // A pipe leaves ffmpeg's MP3 without the count of its samples.
      assert.ok(Math.abs(length(bytes) - length(upload)) < 4 * 1152);
      assert.equal(detectFormat(bytes)?.name, ending);
    });
  }

  test('without a request, or without a decoder, compressed sound does not change', {
    skip: skipped,
  }, async () => {
    const upload = ffmpeg([...noise, '-c:a', 'libmp3lame', '-f', 'mp3', '-']);
    for (const [neural, decoding] of [
      [undefined, decoder],
      [true, undefined],
    ] as const) {
      const signed = await sign(upload, { ...request, neural }, { ...ports, decoder: decoding });
      assert.equal(signed.signedPayload.content_hash, signed.originalHash);
      assert.equal(
        signed.notes.some((note) => /no neural watermark: .*decoder is not installed/.test(note)),
        neural === true,
      );
    }
  });
});

function ffmpeg(options: readonly string[], input?: Uint8Array): Buffer {
  const { stdout, stderr } = spawnSync('ffmpeg', ['-v', 'error', ...options], { input, maxBuffer: 2 ** 26 });
  assert.ok(stdout.length > 0, String(stderr));
  return stdout;
}

function settingsOf(file: Uint8Array): string {
  const entries = 'stream=codec_name,sample_rate,channels,bits_per_raw_sample,bit_rate';
  const options = ['-v', 'error', '-show_entries', entries, '-of', 'csv=p=0', '-'];
  return spawnSync('ffprobe', options, { input: file, encoding: 'utf8' }).stdout.trim();
}
