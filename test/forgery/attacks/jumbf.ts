// JUMBF boxes (ISO 19566-5) as a flat list with their places, and a store with one changed box. The
// sizes of all boxes around it are updated.

export interface JumbfBox {
  readonly name: string;
  /** For a superbox and its description. */
  readonly label: string;
  readonly start: number;
  readonly end: number;
  /** Starts of the superboxes around it, outermost first. */
  readonly inside: readonly number[];
}

export function boxesOf(store: Buffer, from = 0, to = store.length, inside: readonly number[] = []): JumbfBox[] {
  const boxes: JumbfBox[] = [];
  for (let start = from; start + 8 <= to; ) {
    const end = start + store.readUInt32BE(start);
    const name = store.toString('latin1', start + 4, start + 8);
    boxes.push({ name, label: labelAt(store, name, start), start, end, inside });
    if (name === 'jumb') boxes.push(...boxesOf(store, start + 8, end, [...inside, start]));
    start = end;
  }
  return boxes;
}

/** grown: whether the box itself states its new size in its first four bytes. */
export function changeBox(store: Buffer, box: JumbfBox, change: (bytes: Buffer) => Buffer, grown = true): Buffer {
  const changed = Buffer.from(change(store.subarray(box.start, box.end)));
  if (grown) changed.writeUInt32BE(changed.length);
  const whole = Buffer.concat([store.subarray(0, box.start), changed, store.subarray(box.end)]);
  const by = changed.length - (box.end - box.start);
  for (const start of box.inside) whole.writeUInt32BE(store.readUInt32BE(start) + by, start);
  return whole;
}

// The description is the first box of a superbox: 16 bytes of type, the toggles, then the label.
function labelAt(store: Buffer, name: string, start: number): string {
  const description = name === 'jumb' ? start + 8 : start;
  if (name !== 'jumb' && name !== 'jumd') return '';
  const from = description + 8 + 16 + 1;
  return store.toString('latin1', from, store.indexOf(0, from));
}
