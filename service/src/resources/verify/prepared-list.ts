// Lists of one length share a prepared statement, so a short one is filled by repeating a value.

export function preparedList(values: readonly number[], length: number): number[] {
  return Array.from({ length }, (_, place) => values[place] ?? values[0]!);
}
