// JSON as no serializer writes it: raw fragments, the same name twice, names of prototypes.

export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An object whose members keep their order, even if a name comes twice. */
export class Members {
  readonly entries: readonly (readonly [string, unknown])[];

  constructor(entries: readonly (readonly [string, unknown])[]) {
    this.entries = entries;
  }
}

export function writeJson(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (value instanceof Members) return writeMembers(value.entries);
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) return writeMembers(Object.entries(value));
  return JSON.stringify(value) ?? 'null';
}

function writeMembers(entries: readonly (readonly [string, unknown])[]): string {
  return `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${writeJson(value)}`).join(',')}}`;
}
