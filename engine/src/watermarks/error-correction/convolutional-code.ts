// A tail-biting convolutional code of rate 2/5: mother code of rate 1/3 and constraint length 11 (octal 2353, 2671,
// 3175; Larsen 1973), every sixth output left out. Soft decisions, wrap-around Viterbi, and a list of the best
// tail-biting paths, best first, for an outer check to choose from.

const GENERATORS = [0o2353, 0o2671, 0o3175];
const CONSTRAINT = 11;
const STATES = 1 << (CONSTRAINT - 1);
const DROPPED_PHASE = 5; // of six outputs for two input bits
const LAPS = 3;

/** How many code bits carry `count` message bits; count must be even. */
export function codeLength(count: number): number {
  return (count / 2) * 5;
}

// OUTPUTS[register] holds the three output bits for the register (new bit on top of the state).
const OUTPUTS = Uint8Array.from({ length: STATES * 2 }, (_, register) =>
  GENERATORS.reduce((word, generator, i) => word | (parity(register & generator) << i), 0),
);

function parity(value: number): number {
  let bits = value;
  let result = 0;
  for (; bits; bits &= bits - 1) result ^= 1;
  return result;
}

/** Code bits 0 or 1 for message bits 0 or 1. */
export function encode(message: Uint8Array): Uint8Array {
  let state = 0;
  for (const bit of message.subarray(message.length - CONSTRAINT + 1)) state = ((bit << (CONSTRAINT - 1)) | state) >> 1;
  const code = new Uint8Array(codeLength(message.length));
  let at = 0;
  for (let step = 0; step < message.length; step++) {
    const register = (message[step]! << (CONSTRAINT - 1)) | state;
    for (let i = 0; i < 3; i++) {
      if ((step & 1) * 3 + i !== DROPPED_PHASE) code[at++] = (OUTPUTS[register]! >> i) & 1;
    }
    state = register >> 1;
  }
  return code;
}

/** soft: positive speaks for code bit 0. Answers up to `size` messages, most likely first. */
export function decodeList(soft: Float32Array, messageLength: number, size: number): Uint8Array[] {
  const metrics = branchMetrics(soft, messageLength);
  let costs = new Float32Array(STATES);
  let next = new Float32Array(STATES);
  const decisions = new Uint8Array(STATES * messageLength * LAPS);
  for (let lap = 0; lap < LAPS; lap++) {
    for (let step = 0; step < messageLength; step++) {
      advance(costs, next, metrics, step * 8, decisions, (lap * messageLength + step) * STATES);
      [costs, next] = [next, costs];
    }
    const best = costs.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    for (let state = 0; state < STATES; state++) costs[state]! -= best;
  }
  const order = Array.from({ length: STATES }, (_, state) => state).sort((a, b) => costs[b]! - costs[a]!);
  return collectPaths(order, decisions, messageLength, size);
}

function branchMetrics(soft: Float32Array, messageLength: number): Float32Array {
  const metrics = new Float32Array(messageLength * 8);
  let at = 0;
  for (let step = 0; step < messageLength; step++) {
    for (let i = 0; i < 3; i++) {
      if ((step & 1) * 3 + i === DROPPED_PHASE) continue;
      const value = soft[at++]!;
      for (let word = 0; word < 8; word++) metrics[step * 8 + word]! += (word >> i) & 1 ? -value : value;
    }
  }
  return metrics;
}

// A state is the last ten message bits, newest on top; its two predecessors differ in the bit shifted out.
function advance(
  costs: Float32Array,
  next: Float32Array,
  metrics: Float32Array,
  offset: number,
  decisions: Uint8Array,
  to: number,
): void {
  for (let state = 0; state < STATES; state++) {
    const register = state << 1;
    const low = costs[register & (STATES - 1)]! + metrics[offset + OUTPUTS[register]!]!;
    const high = costs[(register | 1) & (STATES - 1)]! + metrics[offset + OUTPUTS[register | 1]!]!;
    next[state] = Math.max(high, low);
    decisions[to + state] = high > low ? 1 : 0;
  }
}

function collectPaths(order: number[], decisions: Uint8Array, messageLength: number, size: number): Uint8Array[] {
  const found = new Map<string, Uint8Array>();
  for (const end of order.slice(0, size * 4)) {
    const message = new Uint8Array(messageLength);
    let state = end;
    for (let step = messageLength - 1; step >= 0; step--) {
      message[step] = state >> (CONSTRAINT - 2);
      state = ((state << 1) | decisions[(messageLength * (LAPS - 1) + step) * STATES + state]!) & (STATES - 1);
    }
    if (state === end) found.set(message.join(''), message);
    if (found.size === size) break;
  }
  return [...found.values()];
}
