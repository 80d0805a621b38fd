// Columns for a terminal.

export function formatTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, ...rows.map((row) => row.map(printable))];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Names come from strangers, so none of their characters must control the operator's terminal. */
function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, '\uFFFD');
}
