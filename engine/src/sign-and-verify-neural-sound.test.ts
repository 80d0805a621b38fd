// The neural watermark of sounds through the recipes: added next to the other mark, read if that
// one is gone, left out if there are no networks. bench/ and training/ measure how well the
// networks read.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { RecordShelf } from '../test-support/record-shelf.ts';
import { formatChunk, joinWav } from '../test-support/sample-sounds.ts';
import { longTest } from '../test-support/test-run.ts';
import { floatWav } from './containers/riff/float-wav.ts';
import { makeRiffChunk } from './containers/riff/riff-file.ts';
import { readWav } from './formats/wav/wav-file.ts';
import { readSamples } from './formats/wav/wav-samples.ts';
import { verify } from './verify.ts';
import { resample } from './watermarks/dct-audio/resample.ts';
import { examineNetworks, openSoundNetworks, type SoundNetworks } from './watermarks/neural/networks.ts';

const rate = 16_000;
const upload = wavOf([hum(13, 1), hum(13, 2)]);
const short = wavOf([hum(6, 3)]);

longTest(
  'both marks are added, silence stays, and a cut of ten seconds is found by the neural mark alone',
  async () => {
    const soundNetworks = countedNetworks();
    const shelf = new RecordShelf(undefined, soundNetworks);
    const signed = await shelf.sign(upload);
    assert.deepEqual(signed.notes, []);
    const [left, right] = readSamples(readWav(signed.bytes))!;
    assert.ok(left!.subarray(0, 800).every((sample) => sample === 0));
    soundNetworks.asked.decoder = 0;
    const intact = await verify(signed.bytes, {}, shelf);
    assert.deepEqual([intact.authentic, intact.confidence, intact.token_source], [true, 'high', 'xmp']);
    assert.equal(soundNetworks.asked.decoder, 0, 'the decoder is not asked where token and watermark agree');

    // From the middle, mixed, and played 4% faster: too fast for the other mark.
    const mix = left!.map((sample, i) => (sample + right![i]!) / 2).subarray(31_234, 31_234 + 10.5 * rate);
    const fast = resample(mix, rate * 1.04, rate, Math.floor(mix.length / 1.04));
    const result = await verify(floatWav([fast], rate), {}, shelf);
    assert.deepEqual([result.token_source, result.tampered, result.confidence], ['neural_watermark', true, 'high']);
    assert.deepEqual([result.signals.watermark_found, result.signals.neural_watermark_found], [false, true]);
    assert.equal(result.provenance?.record_id, signed.recordId);
  },
);

test('the neural mark is left out if it is not wanted, and nothing is read without a mark', async () => {
  const soundNetworks = countedNetworks();
  const shelf = new RecordShelf(undefined, soundNetworks);
  const { bytes, notes } = await shelf.sign(short, { neural: false });
  assert.deepEqual([soundNetworks.asked.encoder, notes], [0, []]);
  const [left] = readSamples(readWav(bytes))!;
  const stranger = floatWav([resample(left!, rate * 1.04, rate, 5 * rate)], rate);
  const { signals, notes: missed } = await verify(stranger, {}, shelf);
  assert.deepEqual([signals.neural_watermark_found, missed], [false, undefined]);
});

for (const state of ['absent', 'altered'] as const) {
  test(`${state} networks: the sound carries the other mark, and a caller that asks gets a note`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'networks-'));
    if (state === 'altered')
      for (const name of ['manifest.json', 'audio-encoder.onnx', 'audio-decoder.onnx'])
        writeFileSync(join(folder, name), '{}');
    const url = pathToFileURL(`${folder}/`);
    assert.equal(await examineNetworks('audio', url), state);
    const shelf = new RecordShelf(undefined, openSoundNetworks(url));
    const asked = await shelf.sign(short, { neural: true });
    assert.match(asked.notes.join(), /^The audio carries no neural watermark: [^.]*network[^.]*\.$/);
    const { notes } = await shelf.sign(short);
    assert.equal(notes.length, state === 'absent' ? 0 : 1);
    const found = await verify(asked.bytes, {}, shelf);
    assert.deepEqual([found.authentic, found.confidence, found.notes], [true, 'high', undefined]);
    rmSync(folder, { recursive: true });
  });
}

test('with the neural mark turned off, a caller that asks gets a note', async () => {
  const { notes } = await new RecordShelf().sign(short, { neural: true });
  assert.match(notes.join(), /no neural watermark: it is turned off on this service/);
});

/** Noise that swells and fades, after a twentieth of a second of silence. */
/** The networks of the release, and how often each was run. */
function countedNetworks(): SoundNetworks & { asked: { encoder: number; decoder: number } } {
  const networks = openSoundNetworks();
  const asked = { encoder: 0, decoder: 0 };
  return {
    asked,
    ready: networks.ready,
    encode(sound, bits) {
      asked.encoder++;
      return networks.encode(sound, bits);
    },
    decode(sound) {
      asked.decoder++;
      return networks.decode(sound);
    },
  };
}

function hum(seconds: number, seed: number): Float32Array {
  let [state, last] = [seed, 0];
  return Float32Array.from({ length: seconds * rate }, (_, i) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    last = 0.7 * last + state / 2 ** 32 - 0.5;
    return i < rate / 20 ? 0 : 0.25 * last * (1.2 + Math.sin(i / 7000));
  });
}

function wavOf(channels: readonly Float32Array[]): Buffer {
  const samples = Buffer.alloc(channels[0]!.length * channels.length * 2);
  for (const [c, channel] of channels.entries())
    for (const [i, sample] of channel.entries())
      samples.writeInt16LE(Math.round(sample * 32767), 2 * (i * channels.length + c));
  const kind = { tag: 1, channels: channels.length, sampleRate: rate, bits: 16 };
  return joinWav([formatChunk(kind), makeRiffChunk('data', samples)]);
}
