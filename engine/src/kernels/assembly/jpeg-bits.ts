// Bits of JPEG entropy-coded data (T.81 F.2.2 and F.1.2): a reader that undoes byte stuffing and
// never passes a marker, and a writer that stuffs and stays within its buffer, or only counts
// symbols. The state is global, so it handles one scan at a time.

let bits: u64 = 0; // left-aligned
let count: i32 = 0;
let starved: i32 = 0;
let position: usize = 0;
let end: usize = 0;

export function openReader(start: usize, limit: usize): void {
  position = start;
  end = limit;
  bits = 0;
  count = 0;
  starved = 0;
}

/**
 * At least 32 bits are available afterwards. Zeros replace missing bits before a marker or the end.
 */
@inline
export function refill(): void {
  if (count >= 32) return;
  if (position + 4 <= end) {
    const word = bswap<u32>(load<u32>(position));
    if (!hasFullByte(word)) {
      bits |= <u64>word << (32 - count);
      count += 32;
      position += 4;
      return;
    }
  }
  refillSlowly();
}

// Whether a byte is 0xff, which is stuffed or starts a marker.
@inline
function hasFullByte(word: u32): bool {
  const inverse = ~word;
  return ((inverse - 0x01010101) & ~inverse & 0x80808080) != 0;
}

function refillSlowly(): void {
  while (count <= 56) {
    let byte: u32 = 0;
    if (position < end) {
      byte = load<u8>(position);
      if (byte == 0xff) {
        if (position + 1 < end && load<u8>(position, 1) == 0) position += 2;
        else {
          byte = 0;
          starved += 8;
        }
      } else position++;
    } else starved += 8;
    bits |= <u64>byte << (56 - count);
    count += 8;
  }
}

@inline
export function peekBits(length: i32): u32 {
  return <u32>(bits >> (64 - length));
}

@inline
export function dropBits(length: i32): void {
  bits <<= length;
  count -= length;
}

/** True once bits were used that the data do not contain. */
@inline
export function ranDry(): bool {
  return starved > count;
}

/** Skips the padding and the restart marker with this number, 0 to 7. False if it is not there. */
export function passRestart(number: u32): bool {
  if (ranDry() || count - starved >= 8) return false;
  while (position + 1 < end && load<u8>(position) == 0xff && load<u8>(position, 1) == 0xff) position++;
  if (position + 2 > end || load<u8>(position) != 0xff || load<u8>(position, 1) != 0xd0 + number) return false;
  openReader(position + 2, end);
  return true;
}

let outBits: u64 = 0; // right-aligned
let outCount: i32 = 0;
let outPosition: usize = 0;
let outEnd: usize = 0;
let counting: bool = false;
let broken: bool = false;

export function openWriter(start: usize, limit: usize, countOnly: bool): void {
  outPosition = start;
  outEnd = limit;
  outBits = 0;
  outCount = 0;
  counting = countOnly;
  broken = false;
}

export function writerPosition(): usize {
  return outPosition;
}

/** True if a symbol had no code or the buffer was too small. */
export function writerBroken(): bool {
  return broken;
}

@inline
export function writeBits(value: u32, length: i32): void {
  if (counting) return;
  outBits = (outBits << length) | <u64>value;
  outCount += length;
  if (outCount >= 32) spill();
}

function spill(): void {
  // Four bytes, each stuffed at worst: eight.
  if (outPosition + 8 > outEnd) {
    broken = true;
    outCount = 0;
    return;
  }
  outCount -= 32;
  const word = <u32>(outBits >> outCount);
  if (!hasFullByte(word)) {
    store<u32>(outPosition, bswap<u32>(word));
    outPosition += 4;
    return;
  }
  for (let shift: i32 = 24; shift >= 0; shift -= 8) putByte((word >> shift) & 0xff);
}

@inline
function putByte(byte: u32): void {
  store<u8>(outPosition++, byte);
  if (byte == 0xff) store<u8>(outPosition++, 0);
}

/** table: 256 words, length << 16 | code. While counting, 256 frequencies. */
@inline
export function writeSymbol(table: usize, symbol: u32): void {
  const entry = table + (<usize>symbol << 2);
  if (counting) {
    store<u32>(entry, load<u32>(entry) + 1);
    return;
  }
  const code = load<u32>(entry);
  if (code == 0) broken = true;
  writeBits(code & 0xffff, code >> 16);
}

/** Pads with ones to a byte. */
export function finishBits(): void {
  if (counting) return;
  const padding = (8 - (outCount & 7)) & 7;
  writeBits((1 << padding) - 1, padding);
  if (outPosition + 8 > outEnd) {
    broken = true;
    return;
  }
  while (outCount > 0) {
    outCount -= 8;
    putByte(<u32>(outBits >> outCount) & 0xff);
  }
}

export function writeRestart(number: u32): void {
  if (counting) return;
  if (outPosition + 2 > outEnd) {
    broken = true;
    return;
  }
  store<u8>(outPosition, 0xff);
  store<u8>(outPosition, 0xd0 + number, 1);
  outPosition += 2;
}
