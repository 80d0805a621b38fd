// Huffman encoding of one JPEG scan from quantized coefficients: sequential blocks (T.81 F.1.2) and
// the first and refining passes over the means or a band of a progressive picture (G.1.2). While
// counting, it fills frequencies in place of codes. Returns the end of the written data, or 0.
import { finishBits, openWriter, writeBits, writerBroken, writeRestart, writerPosition, writeSymbol } from './jpeg-bits';
import { AC_TABLE, BAND_END, BAND_START, blockAddress, COMPONENT_SIZE, COMPONENTS, DC_TABLE, FIRST_COMPONENT, HIGH_BIT, LOW_BIT, PREDICTOR, RESTART_INTERVAL, resetPredictors, SCAN_END, SCAN_START, UNIT_COLUMNS, UNIT_ROWS, UNITS_ACROSS, UNITS_DOWN, word } from './jpeg-scan';

// Correction bits wait until the symbol before them is known (G.1.2.3). One byte each.
const MOST_CORRECTIONS = 937;
const corrections: usize = memory.data(1024);
let waiting: i32 = 0;
let endOfBandRun: i32 = 0;

@inline
function sizeOf(value: i32): i32 {
  return 32 - clz(value);
}

// The value's own bits: unchanged if positive, ones' complement if negative.
@inline
function writeValue(value: i32, size: i32): void {
  const bits = value < 0 ? value - 1 : value;
  writeBits(<u32>bits & ((1 << size) - 1), size);
}

// One bit for each coefficient, zigzag 0 lowest: whether its magnitude, shifted, is not zero.
@inline
function presence(block: usize, shift: i32): u64 {
  let mask: u64 = 0;
  for (let group: usize = 0; group < 8; group++) {
    const magnitudes = i16x8.shr_u(i16x8.abs(v128.load(block + (group << 4))), shift);
    mask |= <u64>i16x8.bitmask(i16x8.ne(magnitudes, i16x8.splat(0))) << (<u64>group << 3);
  }
  return mask;
}

// The bits of a band, both ends included.
@inline
function bandMask(from: i32, to: i32): u64 {
  return (~(<u64>0) >> (63 - to)) & (~(<u64>0) << from);
}

@inline
function encodeMean(component: usize, block: usize, shift: i32): void {
  const mean = <i32>load<i16>(block) >> shift;
  const difference = mean - word(component, PREDICTOR);
  store<i32>(component + PREDICTOR, mean);
  const size = sizeOf(abs(difference));
  writeSymbol(word(component, DC_TABLE), size);
  if (size) writeValue(difference, size);
}

function encodeSequential(component: usize, block: usize): void {
  encodeMean(component, block, 0);
  const table = <usize>word(component, AC_TABLE);
  let last: i32 = 0;
  for (let left = presence(block, 0) & ~1; left; left &= left - 1) {
    const k = <i32>ctz(left);
    last = encodeCoefficient(table, <i32>load<i16>(block + (<usize>k << 1)), k - last - 1, k);
  }
  if (last < 63) writeSymbol(table, 0);
}

// A run of zeros and the value that ends it. Returns the value's own place.
@inline
function encodeCoefficient(table: usize, value: i32, run: i32, place: i32): i32 {
  for (; run > 15; run -= 16) writeSymbol(table, 0xf0);
  const size = sizeOf(abs(value));
  writeSymbol(table, (run << 4) | size);
  writeValue(value, size);
  return place;
}

function writeRun(table: usize): void {
  if (endOfBandRun > 0) {
    const size = sizeOf(endOfBandRun) - 1;
    writeSymbol(table, size << 4);
    if (size) writeBits(endOfBandRun & ((1 << size) - 1), size);
    endOfBandRun = 0;
    writeCorrections(0, waiting);
    waiting = 0;
  }
}

function writeCorrections(from: i32, count: i32): void {
  for (let i = from; i < from + count; i++) writeBits(load<u8>(corrections + <usize>i), 1);
}

function encodeFirstBand(table: usize, block: usize, from: i32, to: i32, shift: i32): void {
  let last = from - 1;
  for (let left = presence(block, shift) & bandMask(from, to); left; left &= left - 1) {
    const k = <i32>ctz(left);
    const value = <i32>load<i16>(block + (<usize>k << 1));
    writeRun(table);
    last = encodeCoefficient(table, value < 0 ? -(-value >> shift) : value >> shift, k - last - 1, k);
  }
  if (last < to && ++endOfBandRun == 0x7fff) writeRun(table);
}

function encodeRefinedBand(table: usize, block: usize, from: i32, to: i32, shift: i32): void {
  const band = bandMask(from, to);
  const present = presence(block, shift) & band;
  const fresh = present & ~presence(block, shift + 1);
  const lastNew = fresh ? 63 - <i32>clz(fresh) : 0;
  let run = 0, last = from - 1, start = waiting, own = 0;
  for (let left = present; left; left &= left - 1) {
    const k = <i32>ctz(left);
    run += k - last - 1;
    last = k;
    while (run > 15 && k <= lastNew) {
      writeRun(table);
      writeSymbol(table, 0xf0);
      run -= 16;
      writeCorrections(start, own);
      start = own = 0;
    }
    const value = <i32>load<i16>(block + (<usize>k << 1));
    if (!((fresh >> <u64>k) & 1)) {
      store<u8>(corrections + <usize>(start + own++), (abs(value) >> shift) & 1);
      continue;
    }
    writeRun(table);
    writeSymbol(table, (run << 4) | 1);
    writeBits(value < 0 ? 0 : 1, 1);
    writeCorrections(start, own);
    start = own = run = 0;
  }
  if (last < to || own > 0 || run > 0) {
    endOfBandRun++;
    waiting += own;
    if (endOfBandRun == 0x7fff || waiting > MOST_CORRECTIONS) writeRun(table);
  }
}

function encodeUnit(scan: usize, x: i32, y: i32, progressive: bool): void {
  const from = word(scan, BAND_START), to = word(scan, BAND_END), low = word(scan, LOW_BIT);
  for (let i = 0; i < word(scan, COMPONENTS); i++) {
    const component = scan + FIRST_COMPONENT + <usize>i * COMPONENT_SIZE;
    for (let row = 0; row < word(component, UNIT_ROWS); row++) {
      for (let column = 0; column < word(component, UNIT_COLUMNS); column++) {
        const block = blockAddress(component, x, y, column, row);
        if (!progressive) encodeSequential(component, block);
        else if (from == 0 && word(scan, HIGH_BIT) == 0) encodeMean(component, block, low);
        else if (from == 0) writeBits((<i32>load<i16>(block) >> low) & 1, 1);
        else if (word(scan, HIGH_BIT) == 0) encodeFirstBand(word(component, AC_TABLE), block, from, to, low);
        else encodeRefinedBand(word(component, AC_TABLE), block, from, to, low);
      }
    }
  }
}

export function encodeScan(scan: usize, progressive: bool, countOnly: bool): usize {
  openWriter(word(scan, SCAN_START), word(scan, SCAN_END), countOnly);
  endOfBandRun = 0;
  waiting = 0;
  resetPredictors(scan);
  const interval = word(scan, RESTART_INTERVAL);
  const table = word(scan + FIRST_COMPONENT, AC_TABLE);
  let unitsLeft = interval, restarts: u32 = 0;
  for (let y = 0; y < word(scan, UNITS_DOWN); y++) {
    for (let x = 0; x < word(scan, UNITS_ACROSS); x++) {
      if (interval) {
        if (unitsLeft == 0) {
          writeRun(table);
          finishBits();
          writeRestart(restarts++ & 7);
          resetPredictors(scan);
          unitsLeft = interval;
        }
        unitsLeft--;
      }
      encodeUnit(scan, x, y, progressive);
    }
    if (writerBroken()) return 0;
  }
  writeRun(table);
  finishBits();
  return writerBroken() ? 0 : writerPosition();
}
