// A file outside of this process behind FFmpeg's muxer, of any size: pieces wait with their places
// until they are given away. The muxer goes back only to replace sizes in headers.
import { AVSEEK_CUR, AVSEEK_END, AVSEEK_SIZE } from 'node-av/constants';
import { IOContext } from 'node-av/lib';
import type { Outside } from '../../protocol.ts';

const pieceSize = 256 * 1024;
/** ENOSPC. */
const full = -28;

export class OutsideFile {
  readonly io = new IOContext();
  readonly #most: number;
  readonly #waiting: { readonly at: number; readonly bytes: Uint8Array }[] = [];
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

  /** Call it after every packet, so that little waits. */
  async giveTo(outside: Outside): Promise<void> {
    for (const written of this.#waiting.splice(0)) await outside.give({ written });
  }

  #write(piece: Buffer): number {
    const end = this.#at + piece.length;
    if (end > this.#most) {
      this.isFull = true;
      return full;
    }
    this.#waiting.push({ at: this.#at, bytes: Uint8Array.from(piece) });
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
