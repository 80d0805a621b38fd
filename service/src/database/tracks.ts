// What the indexes of sounds and of texts share. A track is a short number for what is stored,
// since many rows name it. The indexes are bounded: a hash has 32 slots, and a slot that is taken
// stays taken. So a search reads at most 32 rows for each hash, and records that are stored later
// cannot displace earlier ones.

const slots = 32;
/** Keeps a statement below the parameter limit of both databases. */
const rowsPerInsert = 1_000;

/** For sounds: the last 52 bits of a UUID version 7, all random. */
export function trackOf(recordId: string): number {
  return Number.parseInt(recordId.replaceAll('-', '').slice(-13), 16);
}

/** Depends on both, so that an owner that loses its slot for one hash gets one for others. */
export function slotOf(hash: number, owner: number): number {
  const bits = Math.imul(hash ^ (owner % 2 ** 32), 0x9e3779b1);
  return (Math.imul(bits ^ (bits >>> 15), 0x85ebca6b) >>> 16) % slots;
}

interface SlotRow {
  readonly hash: number;
  readonly slot: number;
}

/** In the order of the key: neighbors are written together, and two writers never deadlock. */
export async function insertInOrder<Row extends SlotRow>(
  rows: Row[],
  insert: (some: Row[]) => Promise<unknown>,
): Promise<void> {
  rows.sort((left, right) => left.hash - right.hash || left.slot - right.slot);
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    await insert(rows.slice(start, start + rowsPerInsert));
  }
}
