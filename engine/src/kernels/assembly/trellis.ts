// The best paths through the trellis of the convolutional code: 1,024 states, each the last ten
// message bits. Each generator has its first and its last tap, so a register and the same with
// either end bit changed give opposite outputs: one branch metric serves two states and their two
// predecessors.

const HALF: usize = 512;

/**
 * Takes `costs` (1,024 floats) through an even number of steps. `soft`: three values per step.
 * `signs`: for each output, its sign in each of the first 512 states. `next`: as large as costs.
 * `decisions`: 256 bytes per step, one bit per state: which predecessor won.
 */
export function advancePaths(costs: usize, next: usize, soft: usize, signs: usize, steps: u32, decisions: usize): void {
  for (let step: u32 = 0; step < steps; step++) {
    const first = v128.load32_splat(soft), second = v128.load32_splat(soft + 4), third = v128.load32_splat(soft + 8);
    for (let state: usize = 0; state < HALF; state += 4) {
      const at = state << 2;
      let metric = f32x4.mul(first, v128.load(signs + at));
      metric = f32x4.add(metric, f32x4.mul(second, v128.load(signs + at, 2048)));
      metric = f32x4.add(metric, f32x4.mul(third, v128.load(signs + at, 4096)));
      const from = costs + (at << 1);
      const a = v128.load(from), b = v128.load(from, 16);
      const even = i32x4.shuffle(a, b, 0, 2, 4, 6), odd = i32x4.shuffle(a, b, 1, 3, 5, 7);
      decide(f32x4.add(even, metric), f32x4.sub(odd, metric), next + at, decisions + (state >> 2));
      decide(f32x4.sub(even, metric), f32x4.add(odd, metric), next + at + (HALF << 2), decisions + ((state + HALF) >> 2));
    }
    const last = costs;
    costs = next;
    next = last;
    soft += 12;
    decisions += 256;
  }
}

@inline
function decide(low: v128, high: v128, cost: usize, decision: usize): void {
  v128.store(cost, f32x4.max(high, low));
  store<u8>(decision, i32x4.bitmask(f32x4.gt(high, low)));
}
