import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { longTest } from '../../test-support/test-run.ts';
import { Workspace } from './workspace.ts';

longTest('the committed kernels match their source', () => {
  const script = join(import.meta.dirname, '../../../scripts/build-kernels.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
});

test('a Fourier transform forwards and back is the identity, and its bins are the correct sums', () => {
  const [width, height] = [64, 32];
  const workspace = new Workspace();
  const side = 1024;
  const twiddles = workspace.keep(
    Float32Array.from({ length: side }, (_, i) => {
      const angle = (2 * Math.PI * (i % 512)) / side;
      return i < 512 ? Math.cos(angle) : Math.sin(angle);
    }),
  );
  const work = workspace.reserve(side * 36);
  const values = Float32Array.from({ length: width * height }, (_, i) => Math.sin(i * i));
  const real = workspace.keep(values);
  const imaginary = workspace.keep(new Float32Array(width * height));
  workspace.kernels.fourier(real, imaginary, width, height, work, twiddles, side, -1);
  const bin = values.reduce((sum, value, i) => {
    const turns = (5 * (i % width)) / width + (3 * Math.floor(i / width)) / height;
    return sum + value * Math.cos(2 * Math.PI * turns);
  }, 0);
  assert.ok(Math.abs(workspace.floats(real, width * height)[3 * width + 5]! - bin) < 1e-3);
  workspace.kernels.fourier(real, imaginary, width, height, work, twiddles, side, 1);
  const back = workspace.floats(real, width * height).map((value) => value / (width * height));
  assert.ok(back.every((value, i) => Math.abs(value - values[i]!) < 1e-5));
});

test('releasing a mark frees the memory that was reserved after it', () => {
  const workspace = new Workspace();
  const mark = workspace.mark();
  const first = workspace.reserve(1000);
  workspace.release(mark);
  assert.equal(workspace.reserve(1000), first);
});

test('a returned workspace is reused empty, and a large one is not', () => {
  const first = Workspace.take();
  const address = first.reserve(100_000);
  first.bytes(address, 100_000).fill(7);
  first.giveBack();
  first.giveBack();
  const again = Workspace.take();
  assert.equal(again, first);
  assert.notEqual(Workspace.take(), first);
  assert.equal(again.reserve(100_000), address);
  assert.ok(again.bytes(address, 100_000).every((byte) => byte === 0));

  again.reserve(20 * 1024 * 1024);
  again.giveBack();
  assert.notEqual(Workspace.take(), again);
});
