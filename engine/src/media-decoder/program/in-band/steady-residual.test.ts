// Flicker is a change from one picture to the next while the picture does not change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Residual } from '../../../watermarks/neural/residual.ts';
import { SIDE } from '../../../watermarks/neural/small-picture.ts';
import type { LumaPlane } from './luma-plane.ts';
import { SteadyResidual } from './steady-residual.ts';

const width = 320;
const height = 240;
const rate = 25;
const level = 2;

/** With one value throughout. */
function residualOf(value: number): Residual {
  return { values: new Float32Array(SIDE * SIDE).fill(value), power: value * value };
}

function planeOf(luma: number): LumaPlane {
  return {
    data: new Uint8Array(width * height).fill(luma),
    stride: width,
    width,
    height,
    depth: 8,
    fullRange: true,
  };
}

/** The change of each picture, with the given residuals for the keyframes, in order. */
async function run(lumas: readonly number[], residuals: readonly (Residual | null)[]) {
  let asked = 0;
  const steady = new SteadyResidual(async () => residuals[asked++] ?? null, 1);
  const changes: number[] = [];
  for (const [picture, luma] of lumas.entries()) {
    await steady.advance(planeOf(luma), picture / rate, () => new Uint8Array(3 * SIDE * SIDE));
    const rows = steady.rows(100, 4);
    changes.push(rows?.[5] ?? 0);
  }
  return { changes, asked };
}

function largestStep(changes: readonly number[]): number {
  return changes.slice(1).reduce((most, value, i) => Math.max(most, Math.abs(value - changes[i]!)), 0);
}

test('in a still picture, the residual changes into the next within a second, in small steps', async () => {
  const { changes, asked } = await run(Array(4 * rate).fill(90), [residualOf(level), residualOf(-level)]);
  assert.equal(asked, 2);
  assert.ok(Math.abs(changes[0]! - level) < 0.01, 'the first picture carries it');
  assert.ok(Math.abs(changes.at(-1)! + level) < 0.01);
  assert.ok(largestStep(changes) <= (2 * level) / rate + 0.01, `${largestStep(changes)}`);
});

test('at a cut the residual changes at once, and a flashing picture requests few', async () => {
  const scenes = [...Array(12).fill(40), ...Array(12).fill(200)];
  const { changes } = await run(scenes, [residualOf(level), residualOf(-level)]);
  assert.deepEqual(changes.map(Math.round), [...Array(12).fill(level), ...Array(12).fill(-level)]);
  const flashing = Array.from({ length: 3 * rate }, (_, i) => (i % 2 ? 30 : 220));
  assert.ok((await run(flashing, Array(99).fill(residualOf(level)))).asked <= 9);
});

test('a keyframe that cannot carry a residual lets it fade away', async () => {
  const { changes } = await run(Array(4 * rate).fill(90), [residualOf(level), null]);
  assert.ok(changes[0]! > 1.9 && changes.at(-1) === 0);
  assert.ok(largestStep(changes) <= level / rate + 0.01);
});
