// The frame header of a JPEG (T.81 B.2.2): what is coded, how large, in which components. It
// accepts only Huffman-coded pictures of 8 bits per sample, sequential or progressive, of at most
// 100 megapixels.
import { JpegError } from './jpeg-error.ts';
import type { Segment } from './segments.ts';

export const MOST_PIXELS = 100_000_000;

export interface FrameComponent {
  identifier: number;
  /** Sampling factors. */
  across: number;
  down: number;
  quantisationTable: number;
  /** Blocks that contain picture, and blocks that are stored (whole minimum coded units). */
  blockColumns: number;
  blockRows: number;
  storedColumns: number;
  storedRows: number;
}

export interface Frame {
  progressive: boolean;
  width: number;
  height: number;
  components: FrameComponent[];
  /** Minimum coded units of an interleaved scan. */
  unitsAcross: number;
  unitsDown: number;
}

export function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

export function readFrame({ marker, content }: Segment): Frame {
  if (marker > 0xc2)
    throw new JpegError('unsupported_coding', 'Lossless, hierarchical and arithmetic JPEG are not supported.');
  if (content.length < 6) throw new JpegError('malformed', 'The JPEG frame header is too short.');
  if (content[0] !== 8) throw new JpegError('unsupported_coding', 'Only JPEG with 8 bits per sample is supported.');
  const height = (content[1]! << 8) | content[2]!;
  const width = (content[3]! << 8) | content[4]!;
  const count = content[5]!;
  if (width === 0 || height === 0) throw new JpegError('malformed', 'The JPEG frame has no size.');
  if (width * height > MOST_PIXELS)
    throw new JpegError('too_large', 'The image has more than 100 megapixels. Send a smaller image.');
  if (count < 1 || count > 4 || content.length !== 6 + 3 * count) {
    throw new JpegError('malformed', 'The JPEG frame header is inconsistent.');
  }
  const plain = Array.from({ length: count }, (_, i) => {
    const [identifier, sampling, quantisationTable] = content.subarray(6 + 3 * i, 9 + 3 * i) as unknown as number[];
    return {
      identifier: identifier!,
      across: sampling! >> 4,
      down: sampling! & 15,
      quantisationTable: quantisationTable!,
    };
  });
  if (new Set(plain.map((each) => each.identifier)).size !== count) {
    throw new JpegError('malformed', 'Two JPEG components share an identifier.');
  }
  if (plain.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4)) {
    throw new JpegError('malformed', 'A JPEG sampling factor is out of range.');
  }
  const mostAcross = Math.max(...plain.map((each) => each.across));
  const mostDown = Math.max(...plain.map((each) => each.down));
  const unitsAcross = Math.ceil(width / (8 * mostAcross));
  const unitsDown = Math.ceil(height / (8 * mostDown));
  const components = plain.map((each) => ({
    ...each,
    blockColumns: Math.ceil(Math.ceil((width * each.across) / mostAcross) / 8),
    blockRows: Math.ceil(Math.ceil((height * each.down) / mostDown) / 8),
    storedColumns: unitsAcross * each.across,
    storedRows: unitsDown * each.down,
  }));
  return { progressive: marker === 0xc2, width, height, components, unitsAcross, unitsDown };
}
