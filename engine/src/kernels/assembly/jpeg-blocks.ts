// What the watermark and the perceptual hash need from a JPEG component: the four marked
// coefficients dequantized, each block's pixel deviation, and its mean. Blocks are 64 shorts in
// zigzag order. `steps` is the quantization table as 64 shorts in the same order.

export function readBlocks(plane: usize, planeColumns: u32, columns: u32, rows: u32, steps: usize, coefficients: usize, activity: usize): void {
  for (let row: u32 = 0; row < rows; row++) {
    for (let column: u32 = 0; column < columns; column++) {
      const block = plane + (<usize>(row * planeColumns + column) << 7);
      let energy = f32x4.splat(0);
      for (let k: usize = 0; k < 128; k += 16) {
        const value = v128.load(block + k), step = v128.load(steps + k);
        const low = f32x4.convert_i32x4_s(i32x4.extmul_low_i16x8_s(value, step));
        const high = f32x4.convert_i32x4_s(i32x4.extmul_high_i16x8_s(value, step));
        energy = f32x4.add(energy, f32x4.add(f32x4.mul(low, low), f32x4.mul(high, high)));
      }
      const mean = <f32>(<i32>load<i16>(block) * <i32>load<i16>(steps));
      const sum = f32x4.extract_lane(energy, 0) + f32x4.extract_lane(energy, 1) + f32x4.extract_lane(energy, 2) + f32x4.extract_lane(energy, 3) - mean * mean;
      const index = <usize>(row * columns + column);
      store<f32>(activity + (index << 2), sqrt<f32>(max<f32>(sum, 0)) * 0.125);
      for (let k: usize = 0; k < 4; k++) {
        const at: usize = 12 + (k << 1);
        store<f32>(coefficients + (index << 4) + (k << 2), <f32>(<i32>load<i16>(block + at) * <i32>load<i16>(steps + at)));
      }
    }
  }
}
