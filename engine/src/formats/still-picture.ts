// A picture under examination. For an animated file, the first one. It is decoded once, when its
// pixels are first needed, and only its luma is kept, because both marks use nothing else. The
// colors are freed before any search starts.
import { detect, detectInPlace } from '../watermarks/dct-image/detect.ts';
import { localizeChanges, type PictureChanges } from '../watermarks/dct-image/localize/localize.ts';
import type { Box } from '../watermarks/neural/borders.ts';
import type { SmallPicture } from '../watermarks/neural/small-picture.ts';
import { type DecodedPicture, decodeLuma, isReadInPlace, shrinkLuma, shrinkPicture } from './decode-picture.ts';

export class StillPicture {
  readonly #bytes: Uint8Array;
  #decoded: Promise<DecodedPicture> | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /**
   * The id of the resilient mark, even after cropping, scaling or turning. Null if there is none.
   */
  async readMark(): Promise<string | null> {
    const { luma, width, height } = await this.#decode();
    return detect(luma, width, height)?.id ?? null;
  }

  /**
   * Where it does not carry the mark of that id. Null if the mark is not found, or the picture is
   * too large.
   */
  async localize(id: string): Promise<PictureChanges | null> {
    const picture = await this.#decode();
    const found = detect(picture.luma, picture.width, picture.height);
    return found?.id === id ? localizeChanges(picture, id, found.place) : null;
  }

  /**
   * The id at the place where signing put it. Null if it is not there, and if the picture is large.
   */
  async readMarkInPlace(): Promise<string | null> {
    if (!(await this.isQuick())) return null;
    const { luma, width, height } = await this.#decode();
    return detectInPlace(luma, width, height)?.id ?? null;
  }

  /** Whether it is so small that looking at it takes only a moment. */
  isQuick(): Promise<boolean> {
    return isReadInPlace(this.#bytes);
  }

  /**
   * The whole picture, small. If it is not decoded yet, a large JPEG is decoded at a fraction of
   * its size.
   */
  async glance(side: number): Promise<SmallPicture> {
    return this.#decoded ? this.shrink(side) : shrinkPicture(this.#bytes, side);
  }

  /** The picture, or a part of it, as the neural mark's networks see it. */
  async shrink(side: number, part?: Box): Promise<SmallPicture> {
    const decoded = await this.#decode();
    return decoded.opaque ? shrinkLuma(decoded, side, part) : shrinkPicture(this.#bytes, side, part);
  }

  #decode(): Promise<DecodedPicture> {
    this.#decoded ??= decodeLuma(this.#bytes);
    return this.#decoded;
  }
}
