// The part of a sound that is searched: everything except silence and repetition.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../test-support/random-bytes.ts';
import { distinctStretch } from './distinct-stretch.ts';

const sampleRate = 8_000;
const seconds = (count: number) => Math.round(count * sampleRate);

function noise(length: number, seed = 1): Float32Array {
  const random = new Random(seed);
  return Float32Array.from({ length }, () => random.below(2001) / 1000 - 1);
}

function repeated(sound: Float32Array, length: number): Float32Array {
  return Float32Array.from({ length }, (_, i) => sound[i % sound.length]!);
}

test('silence, a constant and a sound below half a step of 16 bits are not searched', () => {
  const faint = noise(seconds(20)).map((value) => value * 2 ** -18);
  for (const sound of [new Float32Array(seconds(20)), new Float32Array(seconds(20)).fill(0.25), faint]) {
    assert.equal(distinctStretch({ channels: [sound, sound], sampleRate }), null);
  }
  assert.equal(distinctStretch({ channels: [], sampleRate }), null);
  assert.equal(distinctStretch({ channels: [new Float32Array(0)], sampleRate }), null);
});

test('silence at both ends is left out if every channel is silent', () => {
  const [left, right] = [new Float32Array(seconds(30)), new Float32Array(seconds(30))];
  left.set(noise(seconds(3)), seconds(5));
  right.set(noise(seconds(4)), seconds(9));
  const found = distinctStretch({ channels: [left, right], sampleRate });
  assert.ok(found);
  for (const channel of found.channels) assert.ok(Math.abs(channel.length - seconds(8)) <= 2);
});

test('a sound that repeats within two seconds is not searched, and a later repetition is left out', () => {
  const short = repeated(noise(seconds(0.7)), seconds(40));
  assert.equal(distinctStretch({ channels: [short, new Float32Array(short.length)], sampleRate }), null);
  const long = repeated(noise(seconds(5)), seconds(40));
  const found = distinctStretch({ channels: [new Float32Array(long.length), long], sampleRate });
  assert.equal(found?.channels[1]?.length, seconds(5) + seconds(10.24));
});

test('a sound that nearly repeats, or repeats in one channel only, is searched completely', () => {
  const nearly = repeated(noise(seconds(1)), seconds(20));
  nearly[seconds(19)]! *= 0.5;
  assert.equal(distinctStretch({ channels: [nearly], sampleRate })?.channels[0]?.length, nearly.length);
  const loop = repeated(noise(seconds(1)), seconds(20));
  const other = noise(loop.length, 2);
  assert.equal(distinctStretch({ channels: [loop, other], sampleRate })?.channels[0]?.length, loop.length);
});
