// A tail-biting convolutional code of rate 2/5: mother code of rate 1/3 and constraint length 11
// (octal 2353, 2671, 3175; Larsen 1973), without every sixth output. Soft decisions, wrap-around
// Viterbi, and a list of the best tail-biting paths, best first, from which an outer check chooses.
import { Workspace } from '../../kernels/workspace.ts';

const GENERATORS = [0o2353, 0o2671, 0o3175];
const CONSTRAINT = 11;
const STATES = 1 << (CONSTRAINT - 1);
const DROPPED_PHASE = 5; // of six outputs for two input bits
const LAPS = 3;
const DECISION_BYTES = STATES / 4; // a step

/** How many code bits carry `count` message bits. count must be even. */
export function codeLength(count: number): number {
  return (count / 2) * 5;
}

// OUTPUTS[register] has the three output bits for the register (new bit on top of the state).
const OUTPUTS = Uint8Array.from({ length: STATES * 2 }, (_, register) =>
  GENERATORS.reduce((word, generator, i) => word | (parity(register & generator) << i), 0),
);

// For each output: its sign in the lower half of the states, if a 0 is shifted out of them.
const OUTPUT_SIGNS = Float32Array.from({ length: (GENERATORS.length * STATES) / 2 }, (_, i) => {
  const output = Math.floor(i / (STATES / 2));
  return (OUTPUTS[(i % (STATES / 2)) << 1]! >> output) & 1 ? -1 : 1;
});
// A message always takes the same space, so this workspace can stay.
let workspace: Workspace | undefined;

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

/** soft: positive means code bit 0. Returns up to `size` messages, most likely first. */
export function decodeList(soft: Float32Array, messageLength: number, size: number): Uint8Array[] {
  workspace ??= new Workspace();
  const mark = workspace.mark();
  const [costs, next] = [workspace.reserve(4 * STATES), workspace.reserve(4 * STATES)];
  const values = workspace.keep(withDropped(soft, messageLength));
  const signs = workspace.keep(OUTPUT_SIGNS);
  const decisions = workspace.reserve(DECISION_BYTES * messageLength);
  const final = workspace.floats(costs, STATES).fill(0);
  for (let lap = 0; lap < LAPS; lap++) {
    workspace.kernels.advancePaths(costs, next, values, signs, messageLength, decisions);
    const best = final.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    for (let state = 0; state < STATES; state++) final[state]! -= best;
  }
  const order = Array.from({ length: STATES }, (_, state) => state).sort((a, b) => final[b]! - final[a]!);
  const paths = collectPaths(order, workspace.bytes(decisions, DECISION_BYTES * messageLength), messageLength, size);
  workspace.release(mark);
  return paths;
}

// Three values per step. Nothing is known about the output that was left out.
function withDropped(soft: Float32Array, messageLength: number): Float32Array {
  let at = 0;
  return Float32Array.from({ length: 3 * messageLength }, (_, i) => (i % 6 === DROPPED_PHASE ? 0 : soft[at++]!));
}

function collectPaths(order: number[], decisions: Uint8Array, messageLength: number, size: number): Uint8Array[] {
  const found = new Map<string, Uint8Array>();
  for (const end of order.slice(0, size * 4)) {
    const message = new Uint8Array(messageLength);
    let state = end;
    for (let step = messageLength - 1; step >= 0; step--) {
      message[step] = state >> (CONSTRAINT - 2);
      const decision = decisions[step * DECISION_BYTES + (state >> 2)]! >> (state & 3);
      state = ((state << 1) | (decision & 1)) & (STATES - 1);
    }
    if (state === end) found.set(message.join(''), message);
    if (found.size === size) break;
  }
  return [...found.values()];
}
