import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedFile } from '../../../test-support/shared-media.ts';
import { longTest } from '../../../test-support/test-run.ts';
import { wavFormat } from '../../formats/wav/wav-format.ts';
import { markAudio, readAudioMark } from './dct-audio.ts';
import { resample } from './resample.ts';

const id = '0123456789abcdef';

// A made-up tune: plucked notes with overtones over a breath of noise.
function tune(seconds: number, rate: number, seed = 1): Float32Array {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const sound = new Float32Array(Math.round(seconds * rate));
  for (let note = 0; note < seconds * 5; note++) {
    const pitch = 110 * 2 ** (Math.floor(random() * 36) / 12);
    const start = Math.floor((note / 5) * rate);
    for (let overtone = 1; overtone <= 12 && pitch * overtone < rate * 0.45; overtone++) {
      const angle = (2 * Math.PI * pitch * overtone) / rate;
      const phase = random() * 6;
      for (let i = 0; i < rate && start + i < sound.length; i++) {
        sound[start + i]! +=
          (0.06 / overtone) * Math.exp((-3 * overtone ** 0.5 * i) / rate) * Math.sin(angle * i + phase);
      }
    }
  }
  return sound.map((value) => value + 0.01 * (random() - 0.5));
}

const sixteenBits = (channel: Float32Array) => channel.map((value) => Math.round(value * 32767) / 32767);

function decibels(before: readonly Float32Array[], after: readonly Float32Array[]): number {
  let [signal, change] = [0, 0];
  for (const [c, channel] of before.entries()) {
    for (let i = 0; i < channel.length; i++) {
      signal += channel[i]! ** 2;
      change += (after[c]![i]! - channel[i]!) ** 2;
    }
  }
  return 10 * Math.log10(signal / change);
}

const stereo = [tune(12, 24_000), tune(12, 24_000, 2)].map((sound) =>
  sixteenBits(resample(sound, 24_000, 44_100, 12 * 44_100)),
);
const result = markAudio(stereo, 44_100, id);
assert.ok(result);
const marked: Float32Array[] = result.map(sixteenBits);

test('the mark stays 30 dB below the sound and within full scale', () => {
  assert.ok(decibels(stereo, marked) >= 30, `${decibels(stereo, marked)} dB`);
  assert.ok(
    marked.every((channel, c) => channel.length === stereo[c]!.length && channel.every((v) => Math.abs(v) <= 1)),
  );
  const loud = [stereo[0]!.map((value) => Math.min(Math.max(value * 8, -1), 1))];
  assert.ok(markAudio(loud, 44_100, id)?.[0]?.every((value) => Math.abs(value) <= 1));
});

test('ten seconds from any sample are enough, at any gain and from either channel', () => {
  for (const start of [1, 12_346, 88_199]) {
    const gain = start % 2 ? 4 : 0.25;
    const cut = marked.map((channel) =>
      sixteenBits(channel.slice(start, start + 441_000).map((value) => value * gain)),
    );
    assert.equal(readAudioMark(cut, 44_100), id, `from sample ${start}`);
  }
  assert.equal(readAudioMark(marked.slice(1), 44_100), id);
  assert.equal(readAudioMark([marked[0]!.map((value, i) => (value + marked[1]![i]!) / 2)], 44_100), id);
});

test('the id survives 22.05 kHz and back, and a speed 2% off', () => {
  const halved = marked.map((channel) => resample(channel, 44_100, 22_050, channel.length / 2));
  assert.equal(readAudioMark(halved, 22_050), id);
  assert.equal(
    readAudioMark(
      halved.map((channel) => resample(channel, 22_050, 44_100, channel.length * 2)),
      44_100,
    ),
    id,
  );
  for (const speed of [0.98, 1.02]) {
    const played = marked.map((channel) => resample(channel, 100 * speed, 100, Math.floor(channel.length / speed)));
    assert.equal(readAudioMark(played, 44_100), id, `at ${speed}`);
  }
});

longTest('every rate from 8 to 192 kHz and one to eight channels carry the mark', () => {
  const cases = [
    [8000, 1],
    [11_025, 3],
    [12_000, 8],
    [22_050, 2],
    [32_000, 1],
    [48_000, 2],
    [192_000, 1],
  ] as const;
  const original = tune(10, 24_000);
  for (const [rate, count] of cases) {
    const sound = sixteenBits(resample(original, 24_000, rate, 10 * rate));
    const channels = Array.from({ length: count }, (_, c) => sixteenBits(sound.map((value) => value * (1 - c / 10))));
    const result = markAudio(channels, rate, id);
    assert.ok(result, `${rate} Hz`);
    assert.equal(readAudioMark(result.map(sixteenBits), rate), id, `${rate} Hz, ${count} channels`);
    assert.ok(decibels(channels, result) >= 30, `${rate} Hz`);
  }
});

test('ten seconds of speech at 8 kHz are read through white noise at 30 dB', (t) => {
  const file = sharedFile(t, 'media/audio/demo-instruct.wav');
  if (!file) return;
  const { channels, sampleRate } = wavFormat.readSound!(file)!;
  const speech = [channels[0]!.slice(30 * sampleRate, 42 * sampleRate)];
  const marked = markAudio(speech, sampleRate, id)!;
  assert.ok(decibels(speech, marked) >= 30);
  const cut = marked[0]!.slice(9001, 9001 + 10 * sampleRate);
  const deviation = Math.sqrt(cut.reduce((sum, value) => sum + value * value, 0) / cut.length / 1000);
  let state = 5;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  // Three even spreads make a bell, and a deviation of ½ together.
  const bell = () => random() + random() + random() - 1.5;
  const noisy = cut.map((value) => value + 2 * deviation * bell());
  assert.equal(readAudioMark([noisy], sampleRate), id);
});

test('silence stays silence, sample for sample', () => {
  const broken = [stereo[0]!.slice(), stereo[1]!.slice()] as const;
  broken[0].fill(0, 100_000, 190_000);
  broken[1].fill(0);
  const result = markAudio(broken, 44_100, id);
  assert.ok(result);
  assert.ok(result[0]!.subarray(100_000, 190_000).every((value) => value === 0));
  assert.ok(result[1]!.every((value) => value === 0));
  assert.ok(result[0]!.some((value, i) => value !== broken[0][i]));
});

test('too short, silent or empty sounds carry no mark', () => {
  assert.equal(markAudio([tune(3, 24_000)], 16_000, id), null);
  assert.equal(markAudio([new Float32Array(160_000)], 16_000, id), null);
  assert.equal(markAudio([], 16_000, id), null);
  for (const nothing of [[], [new Float32Array(0)], [new Float32Array(100)], [new Float32Array(160_000)]]) {
    assert.equal(readAudioMark(nothing, 16_000), null);
  }
});

test('unmarked sounds contain no id', () => {
  assert.equal(readAudioMark(stereo, 44_100), null);
  assert.equal(readAudioMark([Float32Array.from({ length: 160_000 }, (_, i) => Math.sin(i * i))], 16_000), null);
});
