// A file in memory behind FFmpeg's muxer, with a size limit. Beyond it, the muxer gets the error
// for a full disk.
import { AVSEEK_CUR, AVSEEK_END, AVSEEK_SIZE } from 'node-av/constants';
import { IOContext } from 'node-av/lib';

const pieceSize = 256 * 1024;
/** ENOSPC. */
const full = -28;

export class MemoryFile {
  readonly io = new IOContext();
  readonly #most: number;
  #bytes = Buffer.alloc(4 * 1024 * 1024);
  #size = 0;
  #at = 0;
  isFull = false;

  constructor(most: number) {
    this.#most = most;
    this.io.allocContextWithCallbacks(
      pieceSize,
      1,
      null,
      (piece) => this.#write(piece),
      (offset, whence) => this.#seek(Number(offset), whence),
    );
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }

  #write(piece: Buffer): number {
    const end = this.#at + piece.length;
    if (end > this.#most) {
      this.isFull = true;
      return full;
    }
    if (end > this.#bytes.length) {
      const larger = Buffer.alloc(Math.min(this.#most, Math.max(end, this.#bytes.length * 2)));
      this.#bytes.copy(larger, 0, 0, this.#size);
      this.#bytes = larger;
    }
    piece.copy(this.#bytes, this.#at);
    this.#at = end;
    this.#size = Math.max(this.#size, end);
    return piece.length;
  }

  #seek(offset: number, whence: number): bigint {
    if (whence === AVSEEK_SIZE) return BigInt(this.#size);
    const base = whence === AVSEEK_CUR ? this.#at : whence === AVSEEK_END ? this.#size : 0;
    this.#at = Math.max(0, base + offset);
    return BigInt(this.#at);
  }
}
