// The search for the mark of a sound: bands of a spectrogram at any speed, the levels of their
// cells, and levels folded modulo the block with its pilots summed at every start. A row is one
// frame: 96 bands.

const BANDS: u32 = 96;
const ROW: usize = <usize>BANDS << 2;
const BINS: usize = 512;

/**
 * bands ← `frames` rows, each from the frame of the sound that is 1 / `speed` as far on. `powers`:
 * as addFramePowers leaves them, in groups of four frames. `edges`: the 97 edges of the bands, in
 * bins.
 */
export function sumBands(powers: usize, edges: usize, speed: f64, frames: u32, bands: usize): void {
  for (let frame: u32 = 0; frame < frames; frame++) {
    const from = <u32>(<f64>frame / speed + 0.5);
    const bins = powers + <usize>(from >> 2) * (BINS << 4) + (<usize>(from & 3) << 2);
    let edge = load<f32>(edges);
    let bin = <u32>edge;
    for (let band: usize = 0; band < ROW; band += 4) {
      // The rest of the first bin, those between, and a part of the last.
      let sum = (<f32>bin + 1 - edge) * load<f32>(bins + (<usize>bin << 4));
      edge = load<f32>(edges + band, 4);
      const last = <u32>edge;
      for (bin++; bin < last; bin++) sum += load<f32>(bins + (<usize>bin << 4));
      sum += (edge - <f32>last) * load<f32>(bins + (<usize>last << 4));
      store<f32>(bands + band, sum);
    }
    bands += ROW;
  }
}

const CELL_FRAMES: u32 = 4;
// Added to the power of a cell: ten times the rounding noise of 16 bits, and 50 dB below the mean.
const FAINTEST: f32 = 3e-6;
const FAINTEST_SHARE: f64 = 1e-5;
const NOISE_FACTOR: f32 = 5;
const FINEST_BIT: i32 = 12; // of a float: to a two-thousandth of its value
const MEAN_REACH: i32 = 48; // frames each way
// The linear prediction of a cell from its neighbors, fitted to music and speech, nearest first.
// The bands' weights sum to one half.
const IN_TIME: f32 = 0.2;
const IN_BAND_1: f32 = 0.29;
const IN_BAND_2: f32 = 0.12;
const IN_BAND_3: f32 = 0.09;
const MARGIN: usize = 12; // three bands
const ROUGHNESS_REACH: i32 = 5; // bands each way
const LEAST_ROUGHNESS: f32 = 1;
const MOST_ROUGHNESS: f32 = 3; // of one cell
// The limit for one cell, however far it differs.
const LIMIT: f32 = 0.85;

/** levels ← those of `frames` rows of powers, which are overwritten. `work`: 2048 bytes. */
export function measureLevels(powers: usize, frames: u32, levels: usize, work: usize): void {
  if (frames === 0) return;
  findFloors(powers, frames, work);
  takeLogarithms(powers, frames, work, levels);
  subtractMeans(levels, frames, work, powers);
  compareCells(powers, frames, work, levels);
}

// Added to the power of every cell of a band, so that cells filled with noise say little: a
// multiple of the power that a tenth of them stay below.
function findFloors(powers: usize, frames: u32, floors: usize): void {
  let total: f64 = 0;
  for (let row = powers, end = powers + <usize>frames * ROW; row < end; row += ROW) {
    let sum = f32x4.splat(0);
    for (let at: usize = 0; at < ROW; at += 16) sum = f32x4.add(sum, v128.load(row + at));
    total += <f64>(f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 1) + f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3));
  }
  const least = f32x4.splat(FAINTEST + <f32>((FAINTEST_SHARE * total) / <f64>(frames * BANDS)));
  const rank = i32x4.splat((frames + CELL_FRAMES - 1) / CELL_FRAMES / 10);
  const end = powers + <usize>frames * ROW;
  for (let at: usize = 0; at < ROW; at += 16) {
    // Floats that are not negative sort like their bits: the largest value with at most `rank`
    // below it, bit by bit.
    let value = i32x4.splat(0);
    for (let bit: i32 = 30; bit >= FINEST_BIT; bit--) {
      const raised = v128.or(value, i32x4.splat(1 << bit));
      let below = i32x4.splat(0);
      for (let row = powers + at; row < end; row += ROW * CELL_FRAMES) below = i32x4.sub(below, i32x4.lt_s(v128.load(row), raised));
      value = v128.bitselect(raised, value, i32x4.le_s(below, rank));
    }
    v128.store(floors + at, f32x4.add(least, f32x4.mul(f32x4.splat(NOISE_FACTOR), value)));
  }
}

function takeLogarithms(powers: usize, frames: u32, floors: usize, logs: usize): void {
  const half = f32x4.splat(0.5);
  for (let frame: u32 = 0; frame < frames; frame++) {
    const here = powers + <usize>frame * ROW;
    const before = frame === 0 ? here : here - ROW;
    const after = frame === frames - 1 ? here : here + ROW;
    for (let at: usize = 0; at < ROW; at += 16) {
      const around = f32x4.mul(half, f32x4.add(v128.load(before + at), v128.load(after + at)));
      const power = f32x4.add(f32x4.add(v128.load(floors + at), v128.load(here + at)), around);
      v128.store(logs + at, logarithm(power));
    }
    logs += ROW;
  }
}

// Natural logarithm of positive normal floats, to 1e-7: the exponent, and 2 artanh((m − 1) / (m +
// 1)) of the mantissa m between √½ and √2.
@inline
function logarithm(x: v128): v128 {
  const exponent = i32x4.shr_s(i32x4.sub(x, i32x4.splat(0x3f3504f3)), 23);
  const mantissa = i32x4.sub(x, i32x4.shl(exponent, 23));
  const one = f32x4.splat(1);
  const s = f32x4.div(f32x4.sub(mantissa, one), f32x4.add(mantissa, one));
  const s2 = f32x4.mul(s, s);
  let series = f32x4.add(f32x4.splat(2.0 / 5.0), f32x4.mul(s2, f32x4.splat(2.0 / 7.0)));
  series = f32x4.add(f32x4.splat(2.0 / 3.0), f32x4.mul(s2, series));
  series = f32x4.add(f32x4.splat(2), f32x4.mul(s2, series));
  return f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(exponent), f32x4.splat(0.6931471805599453)), f32x4.mul(s, series));
}

// Each value minus the mean of its band around it.
function subtractMeans(logs: usize, frames: u32, sums: usize, target: usize): void {
  memory.fill(sums, 0, ROW);
  let first: i32 = 0;
  let end: i32 = 0;
  for (let frame: i32 = 0; frame < <i32>frames; frame++) {
    for (; end < min(frame + MEAN_REACH + 1, <i32>frames); end++) addRow(logs + <usize>end * ROW, sums, 1);
    for (; first < frame - MEAN_REACH; first++) addRow(logs + <usize>first * ROW, sums, -1);
    const share = f32x4.splat(1 / <f32>(end - first));
    const row = <usize>frame * ROW;
    for (let at: usize = 0; at < ROW; at += 16) {
      v128.store(target + row + at, f32x4.sub(v128.load(logs + row + at), f32x4.mul(share, v128.load(sums + at))));
    }
  }
}

@inline
function addRow(row: usize, sums: usize, sign: f32): void {
  const signs = f32x4.splat(sign);
  for (let at: usize = 0; at < ROW; at += 16) {
    v128.store(sums + at, f32x4.add(v128.load(sums + at), f32x4.mul(signs, v128.load(row + at))));
  }
}

// How far each cell is from the prediction, divided by the mean size of that around it.
function compareCells(logs: usize, frames: u32, work: usize, levels: usize): void {
  const row = work + MARGIN;
  const sizes = work + 512 + (<usize>ROUGHNESS_REACH << 2);
  const shares = work + 1024;
  memory.fill(work + 512, 0, 512);
  for (let band: i32 = 0; band < <i32>BANDS; band++) {
    const count = min(band + ROUGHNESS_REACH, <i32>BANDS - 1) - max(band - ROUGHNESS_REACH, 0) + 1;
    store<f32>(shares + (<usize>band << 2), 1 / <f32>count);
  }
  for (let frame: u32 = 0; frame < frames; frame++) {
    const here = logs + <usize>frame * ROW;
    const before = logs + <usize>(frame < CELL_FRAMES ? 0 : frame - CELL_FRAMES) * ROW;
    const after = logs + <usize>min(frame + CELL_FRAMES, frames - 1) * ROW;
    for (let at: usize = 0; at < ROW; at += 16) {
      const around = f32x4.add(v128.load(before + at), v128.load(after + at));
      v128.store(row + at, f32x4.sub(v128.load(here + at), f32x4.mul(f32x4.splat(IN_TIME), around)));
    }
    for (let at: usize = 0; at < MARGIN; at += 4) {
      store<f32>(row - MARGIN + at, load<f32>(row));
      store<f32>(row + ROW + at, load<f32>(row + ROW - 4));
    }
    for (let at: usize = 0; at < ROW; at += 16) {
      const from = row + at;
      let level = v128.load(from);
      level = f32x4.sub(level, f32x4.mul(f32x4.splat(IN_BAND_1), f32x4.add(v128.load(from - 4), v128.load(from + 4))));
      level = f32x4.sub(level, f32x4.mul(f32x4.splat(IN_BAND_2), f32x4.add(v128.load(from - 8), v128.load(from + 8))));
      level = f32x4.sub(level, f32x4.mul(f32x4.splat(IN_BAND_3), f32x4.add(v128.load(from - 12), v128.load(from + 12))));
      v128.store(levels + at, level);
      v128.store(sizes + at, f32x4.min(f32x4.abs(level), f32x4.splat(MOST_ROUGHNESS)));
    }
    // Zeros precede the first size and follow the last.
    for (let at: usize = 0; at < ROW; at += 16) {
      let sum = v128.load(sizes + at);
      for (let reach: usize = 4; reach <= <usize>ROUGHNESS_REACH << 2; reach += 4) {
        sum = f32x4.add(sum, f32x4.add(v128.load(sizes + at - reach), v128.load(sizes + at + reach)));
      }
      const roughness = f32x4.add(f32x4.splat(LEAST_ROUGHNESS), f32x4.mul(sum, v128.load(shares + at)));
      const level = f32x4.div(v128.load(levels + at), roughness);
      v128.store(levels + at, f32x4.min(f32x4.max(level, f32x4.splat(-LIMIT)), f32x4.splat(LIMIT)));
    }
    levels += ROW;
  }
}

const BLOCK_FRAMES: u32 = 384;

/**
 * folded ← 384 rows: the sum of the levels of the frames from `first` to before `end`, modulo the
 * block.
 */
export function foldLevels(levels: usize, first: u32, end: u32, folded: usize): void {
  memory.fill(folded, 0, <usize>BLOCK_FRAMES * ROW);
  for (let frame = first; frame < end; frame++) {
    addRow(levels + <usize>frame * ROW, folded + <usize>(frame % BLOCK_FRAMES) * ROW, 1);
  }
}

/**
 * sums ← 384 values, one for each start: the pilots of a fold there. `places`: where each of
 * `count` pilots is in `columns` for the first start. The first `added` of them are added, the
 * others subtracted. `columns`: space for the fold band by band, each twice.
 */
export function sumPilots(folded: usize, columns: usize, places: usize, added: u32, count: u32, sums: usize): void {
  const length = <usize>BLOCK_FRAMES << 2;
  for (let band: usize = 0; band < BANDS; band++) {
    const column = columns + 2 * band * length;
    for (let frame: usize = 0; frame < BLOCK_FRAMES; frame++) {
      const value = load<f32>(folded + frame * ROW + (band << 2));
      store<f32>(column + (frame << 2), value);
      store<f32>(column + (frame << 2) + length, value);
    }
  }
  const middle = places + (<usize>added << 2);
  const end = places + (<usize>count << 2);
  // Sixteen starts at a time.
  for (let start: usize = 0; start < length; start += 64) {
    let a = f32x4.splat(0), b = a, c = a, d = a;
    for (let place = places; place < middle; place += 4) {
      const at = columns + start + <usize>load<u32>(place);
      a = f32x4.add(a, v128.load(at));
      b = f32x4.add(b, v128.load(at, 16));
      c = f32x4.add(c, v128.load(at, 32));
      d = f32x4.add(d, v128.load(at, 48));
    }
    for (let place = middle; place < end; place += 4) {
      const at = columns + start + <usize>load<u32>(place);
      a = f32x4.sub(a, v128.load(at));
      b = f32x4.sub(b, v128.load(at, 16));
      c = f32x4.sub(c, v128.load(at, 32));
      d = f32x4.sub(d, v128.load(at, 48));
    }
    v128.store(sums + start, a);
    v128.store(sums + start, b, 16);
    v128.store(sums + start, c, 32);
    v128.store(sums + start, d, 48);
  }
}
