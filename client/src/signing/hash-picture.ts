// The perceptual hash in a browser: decodes the image, rotates it upright, draws it small, and
// hashes it as the service does. In Node, use `prepareContent` from
// `@content-provenance/client/node`.
import { perceptualHash } from '@content-provenance/engine';

/** The browser functions that this file uses. Node and its types do not have them. */
interface Browser {
  createImageBitmap(picture: Blob): Promise<object>;
  OffscreenCanvas: new (
    width: number,
    height: number,
  ) => {
    getContext(kind: '2d'): {
      drawImage(picture: object, x: number, y: number, width: number, height: number): void;
      getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
    };
  };
}

/** The same size as on the service: enough for the 32 × 32 averages of the hash. */
const side = 256;

export async function hashPicture(picture: Blob): Promise<string> {
  const { createImageBitmap, OffscreenCanvas } = globalThis as unknown as Browser;
  const canvas = new OffscreenCanvas(side, side).getContext('2d');
  canvas.drawImage(await createImageBitmap(picture), 0, 0, side, side);
  const { data } = canvas.getImageData(0, 0, side, side);
  // Luma of ITU-R BT.601.
  const luma = Float32Array.from({ length: side * side }, (_, place) => {
    const at = place * 4;
    return 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
  });
  return perceptualHash(luma, side);
}
