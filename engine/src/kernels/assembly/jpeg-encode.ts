// Huffman encoding of one JPEG scan from quantized coefficients: sequential blocks (T.81 F.1.2) and the first and refining
// passes over a progressive band (G.1.2). Counting, it fills frequencies in place of codes. Answers the end of the written data, or 0.
import { finishBits, openWriter, writeBits, writerBroken, writeRestart, writerPosition, writeSymbol } from './jpeg-bits';
import { AC_TABLE, BAND_END, BAND_START, blockAddress, COMPONENT_SIZE, COMPONENTS, DC_TABLE, FIRST_COMPONENT, HIGH_BIT, LOW_BIT, PREDICTOR, RESTART_INTERVAL, resetPredictors, SCAN_END, SCAN_START, UNIT_COLUMNS, UNIT_ROWS, UNITS_ACROSS, UNITS_DOWN, word } from './jpeg-scan';

// Correction bits wait until the symbol that they follow is known (G.1.2.3); one byte each.
const MOST_CORRECTIONS = 937;
const corrections: usize = memory.data(1024);
let waiting: i32 = 0;
let endOfBandRun: i32 = 0;

@inline
function sizeOf(value: i32): i32 {
  return 32 - clz(value);
}

// The value's own bits: as it is when positive, ones' complement when negative.
@inline
function writeValue(value: i32, size: i32): void {
  const bits = value < 0 ? value - 1 : value;
  writeBits(<u32>bits & ((1 << size) - 1), size);
}

function encodeSequential(component: usize, block: usize): void {
  const dc = <i32>load<i16>(block);
  const difference = dc - word(component, PREDICTOR);
  store<i32>(component + PREDICTOR, dc);
  const dcSize = sizeOf(abs(difference));
  writeSymbol(word(component, DC_TABLE), dcSize);
  if (dcSize) writeValue(difference, dcSize);
  const table = <usize>word(component, AC_TABLE);
  let run: u32 = 0;
  for (let k: usize = 2; k < 128; k += 2) {
    const value = <i32>load<i16>(block + k);
    if (value == 0) {
      run++;
      continue;
    }
    for (; run > 15; run -= 16) writeSymbol(table, 0xf0);
    const size = sizeOf(abs(value));
    writeSymbol(table, (run << 4) | size);
    writeValue(value, size);
    run = 0;
  }
  if (run) writeSymbol(table, 0);
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
  let run: u32 = 0;
  for (let k = from; k <= to; k++) {
    const value = <i32>load<i16>(block + (<usize>k << 1));
    const magnitude = abs(value) >> shift;
    if (magnitude == 0) {
      run++;
      continue;
    }
    writeRun(table);
    for (; run > 15; run -= 16) writeSymbol(table, 0xf0);
    const size = sizeOf(magnitude);
    writeSymbol(table, (run << 4) | size);
    writeValue(value < 0 ? -magnitude : magnitude, size);
    run = 0;
  }
  if (run > 0 && ++endOfBandRun == 0x7fff) writeRun(table);
}

function encodeRefinedBand(table: usize, block: usize, from: i32, to: i32, shift: i32): void {
  let lastNew = 0;
  for (let k = from; k <= to; k++) if (abs(<i32>load<i16>(block + (<usize>k << 1))) >> shift == 1) lastNew = k;
  let run = 0, start = waiting, own = 0;
  for (let k = from; k <= to; k++) {
    const value = <i32>load<i16>(block + (<usize>k << 1));
    const magnitude = abs(value) >> shift;
    if (magnitude == 0) {
      run++;
      continue;
    }
    while (run > 15 && k <= lastNew) {
      writeRun(table);
      writeSymbol(table, 0xf0);
      run -= 16;
      writeCorrections(start, own);
      start = own = 0;
    }
    if (magnitude > 1) {
      store<u8>(corrections + <usize>(start + own++), magnitude & 1);
      continue;
    }
    writeRun(table);
    writeSymbol(table, (run << 4) | 1);
    writeBits(value < 0 ? 0 : 1, 1);
    writeCorrections(start, own);
    start = own = run = 0;
  }
  if (run > 0 || own > 0) {
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
