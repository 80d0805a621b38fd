// Rows of a CSV file (RFC 4180).

export function csvRow(fields: readonly string[]): string {
  return `${fields.map(csvField).join(',')}\r\n`;
}

function csvField(text: string): string {
  // Keeps a field that a spreadsheet would take for a formula as text. Labels and names of models
  // and keys come from outside.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
