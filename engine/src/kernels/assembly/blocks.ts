// The four marked DCT coefficients of every 8×8 block of a float luma plane, and the way back.
// `cosines` is the orthonormal 8-point DCT matrix (64 floats, row = frequency); JPEG's DCT is the
// same one (T.81 A.3.3). Marked positions, as (vertical, horizontal) frequency: (0,3) (1,2) (2,1)
// (3,0), that is zigzag 6 to 9.

function sumLanes(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3);
}

// coefficients: 4 floats per block. activity: 1 float per block, the standard deviation of its
// pixels.
export function analyseBlocks(plane: usize, stride: u32, columns: u32, rows: u32, cosines: usize, coefficients: usize, activity: usize): void {
  const pitch = <usize>stride << 2;
  for (let blockRow: u32 = 0; blockRow < rows; blockRow++) {
    for (let blockColumn: u32 = 0; blockColumn < columns; blockColumn++) {
      let pixel = plane + <usize>(blockRow << 3) * pitch + (<usize>blockColumn << 5);
      let flatLeft = f32x4.splat(0), flatRight = flatLeft, squares = flatLeft;
      let oneLeft = flatLeft, oneRight = flatLeft, twoLeft = flatLeft, twoRight = flatLeft, threeLeft = flatLeft, threeRight = flatLeft;
      for (let y: usize = 0; y < 32; y += 4) {
        const left = v128.load(pixel);
        const right = v128.load(pixel, 16);
        const one = v128.load32_splat(cosines + 32 + y);
        const two = v128.load32_splat(cosines + 64 + y);
        const three = v128.load32_splat(cosines + 96 + y);
        flatLeft = f32x4.add(flatLeft, left);
        flatRight = f32x4.add(flatRight, right);
        squares = f32x4.add(squares, f32x4.add(f32x4.mul(left, left), f32x4.mul(right, right)));
        oneLeft = f32x4.add(oneLeft, f32x4.mul(left, one));
        oneRight = f32x4.add(oneRight, f32x4.mul(right, one));
        twoLeft = f32x4.add(twoLeft, f32x4.mul(left, two));
        twoRight = f32x4.add(twoRight, f32x4.mul(right, two));
        threeLeft = f32x4.add(threeLeft, f32x4.mul(left, three));
        threeRight = f32x4.add(threeRight, f32x4.mul(right, three));
        pixel += pitch;
      }
      const flat = load<f32>(cosines);
      const block = blockRow * columns + blockColumn;
      const to = coefficients + (<usize>block << 4);
      store<f32>(to, flat * dotRow(flatLeft, flatRight, cosines + 96));
      store<f32>(to, dotRow(oneLeft, oneRight, cosines + 64), 4);
      store<f32>(to, dotRow(twoLeft, twoRight, cosines + 32), 8);
      store<f32>(to, dotRow(threeLeft, threeRight, cosines), 12);
      const mean = sumLanes(f32x4.add(flatLeft, flatRight)) * 0.015625;
      store<f32>(activity + (<usize>block << 2), sqrt<f32>(max<f32>(sumLanes(squares) * 0.015625 - mean * mean, 0)));
    }
  }
}

function dotRow(left: v128, right: v128, row: usize): f32 {
  return sumLanes(f32x4.add(f32x4.mul(left, v128.load(row)), f32x4.mul(right, v128.load(row, 16))));
}

// Writes the inverse transform of four coefficients per block. `basis` is 4 × 64 floats, one
// picture for each position.
export function synthesiseBlocks(plane: usize, stride: u32, columns: u32, rows: u32, basis: usize, coefficients: usize): void {
  const pitch = <usize>stride << 2;
  for (let blockRow: u32 = 0; blockRow < rows; blockRow++) {
    for (let blockColumn: u32 = 0; blockColumn < columns; blockColumn++) {
      const from = coefficients + (<usize>(blockRow * columns + blockColumn) << 4);
      const a = v128.load32_splat(from), b = v128.load32_splat(from + 4), c = v128.load32_splat(from + 8), d = v128.load32_splat(from + 12);
      let pixel = plane + <usize>(blockRow << 3) * pitch + (<usize>blockColumn << 5);
      for (let y: usize = 0; y < 256; y += 32) {
        const row = basis + y;
        v128.store(pixel, mix(a, b, c, d, row));
        v128.store(pixel, mix(a, b, c, d, row + 16), 16);
        pixel += pitch;
      }
    }
  }
}

function mix(a: v128, b: v128, c: v128, d: v128, row: usize): v128 {
  const first = f32x4.add(f32x4.mul(a, v128.load(row)), f32x4.mul(b, v128.load(row, 256)));
  return f32x4.add(first, f32x4.add(f32x4.mul(c, v128.load(row, 512)), f32x4.mul(d, v128.load(row, 768))));
}
