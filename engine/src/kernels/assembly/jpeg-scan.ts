// The description of one scan that decoding and encoding share, as words in memory, and the walk
// over its blocks in the order of the file (T.81 A.2): interleaved minimum coded units, or the
// blocks of one component row by row.

export const SCAN_START: usize = 0;
export const SCAN_END: usize = 4;
export const RESTART_INTERVAL: usize = 8;
export const COMPONENTS: usize = 12;
export const UNITS_ACROSS: usize = 16;
export const UNITS_DOWN: usize = 20;
export const BAND_START: usize = 24;
export const BAND_END: usize = 28;
export const HIGH_BIT: usize = 32;
export const LOW_BIT: usize = 36;
export const FIRST_COMPONENT: usize = 40;
export const COMPONENT_SIZE: usize = 32;

/** Within a component. */
export const PLANE: usize = 0;
export const PLANE_COLUMNS: usize = 4;
export const UNIT_COLUMNS: usize = 8;
export const UNIT_ROWS: usize = 12;
export const DC_TABLE: usize = 16;
export const AC_TABLE: usize = 20;
export const PREDICTOR: usize = 24;

@inline
export function word(address: usize, field: usize): i32 {
  return load<i32>(address + field);
}

/** The coefficients, in zigzag order, of a block: unit (x, y), block (column, row) within it. */
@inline
export function blockAddress(component: usize, unitX: i32, unitY: i32, column: i32, row: i32): usize {
  const y = unitY * word(component, UNIT_ROWS) + row;
  const x = unitX * word(component, UNIT_COLUMNS) + column;
  return <usize>word(component, PLANE) + (<usize>(y * word(component, PLANE_COLUMNS) + x) << 7);
}

export function resetPredictors(scan: usize): void {
  for (let i = 0; i < word(scan, COMPONENTS); i++) store<i32>(scan + FIRST_COMPONENT + <usize>i * COMPONENT_SIZE + PREDICTOR, 0);
}
