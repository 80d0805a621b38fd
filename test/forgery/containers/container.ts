// A file as the pieces of its container, so that an attack is written once for all containers.
// These readers follow the standards and share no code with the engine, so they find what another
// program finds.

export interface Piece {
  /** Its name in the standard: `APP1`, `IDAT`, `moof`. */
  readonly name: string;
  readonly bytes: Buffer;
}

export interface Container {
  split(file: Buffer): Piece[];
  /** Sizes and checksums are updated, offsets are not. */
  join(pieces: readonly Piece[]): Buffer;
  /** A C2PA manifest store, where readers of this container look for one. */
  wrapStore(store: Buffer): Piece;
  /** Where the container has XMP packets. read: null if a piece is not one. */
  readonly xmp?: { read(piece: Piece): Buffer | null; wrap(packet: Buffer): Piece };
}

export function concatPieces(pieces: readonly Piece[]): Buffer {
  return Buffer.concat(pieces.map(({ bytes }) => bytes));
}

export function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function littleWord(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
