// The few values that we read from the responses of S3. They are XML of a known form, and a store
// that sends another form gets no value out of it.

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The first value of an element without children. */
export function readElement(xml: string, name: string): string | undefined {
  const [, text] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? [];
  return text?.replaceAll(/&(\w+);/g, (whole, entity: string) => entities[entity] ?? whole);
}

/** The objects of a list. */
export function readKeys(xml: string): { readonly key: string; readonly size: number }[] {
  return xml
    .split('<Contents>')
    .slice(1)
    .map((entry) => ({ key: readElement(entry, 'Key') ?? '', size: Number(readElement(entry, 'Size')) }));
}
