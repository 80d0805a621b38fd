// What a measurement gives back, and the arithmetic that measurements share.

export type Measurement = () => Promise<{
  /** For people. */
  readonly table: string;
  /** For programs: every round, not only the medians. */
  readonly figures: Readonly<Record<string, unknown>>;
  /** Whether every limit that the measurement names was met. */
  readonly met: boolean;
}>;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The first column to the left, the others to the right. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('   ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}
