// Huffman decoding of one JPEG scan into quantized coefficients: sequential (T.81 F.2.2) and
// progressive (G.2). Returns 0, or a reason to refuse: 1 data end too early, 2 no such code, 3
// value or run out of range, 4 restart marker missing.
import { dropBits, openReader, passRestart, peekBits, ranDry, refill } from './jpeg-bits';
import { AC_TABLE, BAND_END, BAND_START, blockAddress, COMPONENT_SIZE, COMPONENTS, DC_TABLE, FIRST_COMPONENT, HIGH_BIT, LOW_BIT, PREDICTOR, RESTART_INTERVAL, resetPredictors, SCAN_END, SCAN_START, UNIT_COLUMNS, UNIT_ROWS, UNITS_ACROSS, UNITS_DOWN, word } from './jpeg-scan';

const TRUNCATED = 1;
const NO_CODE = 2;
const OUT_OF_RANGE = 3;
const NO_RESTART = 4;

// A table: 1024 shorts (length << 8 | symbol, 0 for longer codes), 18 words of highest codes, 17 of
// offsets, 256 symbols.
const LOOKUP_BITS = 10;
const HIGHEST_CODES: usize = 2048;
const OFFSETS: usize = 2120;
const SYMBOLS: usize = 2192;

let failure: i32 = 0;
let endOfBandRun: i32 = 0;

@inline
function readSymbol(table: usize): u32 {
  refill();
  const entry = <u32>load<u16>(table + (<usize>peekBits(LOOKUP_BITS) << 1));
  if (entry) {
    dropBits(entry >> 8);
    return entry & 0xff;
  }
  return readLongSymbol(table);
}

function readLongSymbol(table: usize): u32 {
  for (let length: i32 = LOOKUP_BITS + 1; length <= 16; length++) {
    const code = <i32>peekBits(length);
    if (code <= load<i32>(table + HIGHEST_CODES + (<usize>length << 2))) {
      dropBits(length);
      return load<u8>(table + SYMBOLS + <usize>((code + load<i32>(table + OFFSETS + (<usize>length << 2))) & 0xff));
    }
  }
  failure = NO_CODE;
  return 0;
}

// T.81 F.2.2.1, RECEIVE and EXTEND; 1 to 15 bits.
@inline
function readValue(size: i32): i32 {
  refill();
  const value = <i32>peekBits(size);
  dropBits(size);
  return value < 1 << (size - 1) ? value - (1 << size) + 1 : value;
}

@inline
function readBit(): u32 {
  refill();
  const bit = peekBits(1);
  dropBits(1);
  return bit;
}

@inline
function readDifference(component: usize): i32 {
  const size = readSymbol(word(component, DC_TABLE));
  if (size > 15) {
    failure = OUT_OF_RANGE;
    return 0;
  }
  const value = word(component, PREDICTOR) + (size ? readValue(size) : 0);
  if (value < -16384 || value > 16383) failure = OUT_OF_RANGE;
  store<i32>(component + PREDICTOR, value);
  return value;
}

function decodeSequential(component: usize, block: usize): void {
  store<i16>(block, readDifference(component));
  const table = <usize>word(component, AC_TABLE);
  for (let k: u32 = 1; k < 64; k++) {
    const symbol = readSymbol(table);
    const size = symbol & 15;
    if (size == 0) {
      if (symbol != 0xf0) break;
      k += 15;
      continue;
    }
    k += symbol >> 4;
    const value = readValue(size);
    if (k > 63) {
      failure = OUT_OF_RANGE;
      return;
    }
    store<i16>(block + (<usize>k << 1), value);
  }
}

function decodeFirstBand(component: usize, block: usize, from: i32, to: i32, shift: i32): void {
  if (endOfBandRun > 0) {
    endOfBandRun--;
    return;
  }
  const table = <usize>word(component, AC_TABLE);
  for (let k = from; k <= to; k++) {
    const symbol = readSymbol(table);
    const run = <i32>(symbol >> 4), size = <i32>(symbol & 15);
    if (size == 0) {
      if (run < 15) {
        endOfBandRun = (1 << run) - 1;
        if (run) {
          refill();
          endOfBandRun += <i32>peekBits(run);
          dropBits(run);
        }
        return;
      }
      k += 15;
      continue;
    }
    k += run;
    const value = readValue(size);
    if (k > to) {
      failure = OUT_OF_RANGE;
      return;
    }
    store<i16>(block + (<usize>k << 1), value << shift);
  }
}

@inline
function refineValue(at: usize, one: i32): void {
  const value = <i32>load<i16>(at);
  if (readBit() && (value & one) == 0) store<i16>(at, value + (value >= 0 ? one : -one));
}

// T.81 G.1.2.3. A known value gets one more bit. A new one is ±1 at this bit.
function decodeRefinedBand(component: usize, block: usize, from: i32, to: i32, shift: i32): void {
  const one = 1 << shift;
  let k = from;
  if (endOfBandRun == 0) {
    const table = <usize>word(component, AC_TABLE);
    for (; k <= to; k++) {
      const symbol = readSymbol(table);
      let run = <i32>(symbol >> 4);
      const size = symbol & 15;
      let value = 0;
      if (size == 0) {
        if (run < 15) {
          endOfBandRun = 1 << run;
          if (run) {
            refill();
            endOfBandRun += <i32>peekBits(run);
            dropBits(run);
          }
          break;
        }
      } else {
        if (size != 1) failure = OUT_OF_RANGE;
        value = readBit() ? one : -one;
      }
      for (; k <= to; k++) {
        const at = block + (<usize>k << 1);
        if (load<i16>(at)) refineValue(at, one);
        else if (run-- == 0) break;
      }
      if (value) {
        if (k > to) {
          failure = OUT_OF_RANGE;
          return;
        }
        store<i16>(block + (<usize>k << 1), value);
      }
    }
  }
  if (endOfBandRun > 0) {
    for (; k <= to; k++) {
      const at = block + (<usize>k << 1);
      if (load<i16>(at)) refineValue(at, one);
    }
    endOfBandRun--;
  }
}

@inline
function decodeBlock(component: usize, block: usize, progressive: bool, from: i32, to: i32, high: i32, low: i32): void {
  if (!progressive) decodeSequential(component, block);
  else if (from == 0) {
    if (high == 0) store<i16>(block, readDifference(component) << low);
    else if (readBit()) store<i16>(block, <i32>load<i16>(block) | (1 << low));
  } else if (high == 0) decodeFirstBand(component, block, from, to, low);
  else decodeRefinedBand(component, block, from, to, low);
}

export function decodeScan(scan: usize, progressive: bool): i32 {
  openReader(word(scan, SCAN_START), word(scan, SCAN_END));
  failure = 0;
  endOfBandRun = 0;
  resetPredictors(scan);
  const components = word(scan, COMPONENTS), interval = word(scan, RESTART_INTERVAL);
  const from = word(scan, BAND_START), to = word(scan, BAND_END), high = word(scan, HIGH_BIT), low = word(scan, LOW_BIT);
  let unitsLeft = interval, restarts: u32 = 0;
  for (let y = 0; y < word(scan, UNITS_DOWN); y++) {
    for (let x = 0; x < word(scan, UNITS_ACROSS); x++) {
      if (interval) {
        if (unitsLeft == 0) {
          if (!passRestart(restarts++ & 7)) return NO_RESTART;
          resetPredictors(scan);
          endOfBandRun = 0;
          unitsLeft = interval;
        }
        unitsLeft--;
      }
      for (let i = 0; i < components; i++) {
        const component = scan + FIRST_COMPONENT + <usize>i * COMPONENT_SIZE;
        for (let row = 0; row < word(component, UNIT_ROWS); row++) {
          for (let column = 0; column < word(component, UNIT_COLUMNS); column++) {
            decodeBlock(component, blockAddress(component, x, y, column, row), progressive, from, to, high, low);
          }
        }
      }
    }
    if (failure) return failure;
    if (ranDry()) return TRUNCATED;
  }
  return 0;
}
