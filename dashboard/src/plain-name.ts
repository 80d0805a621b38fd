// Names that others chose, for a sentence: without characters that would change the direction of
// its words or break its line.
export function plainName(name: string): string {
  return name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
