// Keeps the change that carries the neural mark below what the sound masks, in cells of a cosine
// transform: 31 ms by 15.6 Hz. The network puts its power where it reads best. If the ear would
// hear that, the power is lowered to a level that it does not notice.
import { Workspace } from '../../kernels/workspace.ts';
import { FRAME_BINS, FRAME_SIZE, FrameTransform, LANES } from '../dct-audio/frames.ts';
import { MODEL_RATE } from './sound-cells.ts';

const BIN_HERTZ = MODEL_RATE / FRAME_SIZE;
/** Decibels per Bark by which masking falls, towards higher and lower frequencies. */
const UPWARDS = 10;
const DOWNWARDS = 25;
/**
 * Decibels below the masking power, up to 12 Bark above the lowest band and at the highest
 * frequency (ITU-R BS.1387, and a margin).
 */
const OFFSET = 3;
const OFFSET_OF_BARK = 0.25;
const MARGIN = 3;
/**
 * A frame that starts quietly and ends loudly spreads the change over both. It can be this much
 * louder than the frame before.
 */
const ONSET = 10;
const GROUP_SAMPLES = LANES * FRAME_BINS;

const decibels = (value: number) => 10 ** (value / 10);
const bark = (bin: number) => 7 * Math.asinh(((bin + 0.5) * BIN_HERTZ) / 650);
const upwards = Float32Array.from({ length: FRAME_BINS }, (_, k) => decibels(UPWARDS * (bark(k - 1) - bark(k))));
const downwards = Float32Array.from({ length: FRAME_BINS }, (_, k) => decibels(DOWNWARDS * (bark(k) - bark(k + 1))));
const shares = Float32Array.from({ length: FRAME_BINS }, (_, k) =>
  decibels(-MARGIN - Math.max(OFFSET, OFFSET_OF_BARK * bark(k))),
);

/** The change, lowered where it would be audible. Both have the same length, at MODEL_RATE. */
export function hideUnder(sound: Float32Array, change: Float32Array): Float32Array {
  const workspace = new Workspace();
  const transform = new FrameTransform(workspace);
  const room = GROUP_SAMPLES + FRAME_BINS;
  const places = [sound, change].map((samples) => ({
    samples,
    at: workspace.reserve(4 * room),
    spectrum: workspace.reserve(4 * GROUP_SAMPLES),
  }));
  const [ofSound, ofChange] = places as [(typeof places)[0], (typeof places)[0]];
  const hidden = new Float32Array(change.length);
  let before: Float32Array = new Float32Array(FRAME_BINS);
  // The first frame starts half a frame before the sound, so that each sample is in two frames.
  for (let start = -FRAME_BINS; start < sound.length; start += GROUP_SAMPLES) {
    for (const { samples, at } of places) copy(samples, start, workspace.floats(at, room));
    transform.analyse(ofSound.at, ofChange.at, ofSound.spectrum, ofChange.spectrum);
    const spectrum = workspace.floats(ofSound.spectrum, GROUP_SAMPLES);
    for (let lane = 0; lane < LANES; lane++) {
      const masks = masksOf(spectrum, lane);
      const quiet = masks.map((mask, k) => Math.min(mask, before[k]! * ONSET));
      before = masks;
      lower(workspace.floats(ofChange.spectrum, GROUP_SAMPLES), quiet, lane);
    }
    spectrum.fill(0);
    for (const { at } of places) workspace.floats(at, room).fill(0);
    transform.addTo(ofSound.at, ofChange.at, ofSound.spectrum, ofChange.spectrum);
    const added = workspace.floats(ofChange.at, room);
    for (let i = Math.max(0, -start); i < room && start + i < hidden.length; i++) hidden[start + i]! += added[i]!;
  }
  return hidden;
}

function copy(samples: Float32Array, start: number, to: Float32Array): void {
  to.fill(0);
  to.set(samples.subarray(Math.max(start, 0), start + to.length), Math.max(-start, 0));
}

/**
 * The power that masks each bin of a frame: its own and its neighbors', because a cosine transform
 * flickers, and the spread of louder bins.
 */
function masksOf(spectrum: Float32Array, lane: number): Float32Array {
  const power = (bin: number) => (spectrum[bin * LANES + lane] ?? 0) ** 2;
  const masks = Float32Array.from({ length: FRAME_BINS }, (_, k) => (power(k - 1) + power(k) + power(k + 1)) / 2);
  for (let k = 1; k < FRAME_BINS; k++) masks[k] = Math.max(masks[k]!, masks[k - 1]! * upwards[k]!);
  for (let k = FRAME_BINS - 2; k >= 0; k--) masks[k] = Math.max(masks[k]!, masks[k + 1]! * downwards[k]!);
  return masks;
}

function lower(change: Float32Array, masks: Float32Array, lane: number): void {
  for (let k = 0; k < FRAME_BINS; k++) {
    const at = k * LANES + lane;
    const most = Math.sqrt(masks[k]! * shares[k]!);
    change[at] = Math.min(Math.max(change[at]!, -most), most);
  }
}
