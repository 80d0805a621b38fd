// The watermark of a JPEG, in its own quantized coefficients. Reading tries the place where it was
// added first, then the whole picture.
import { BrokenMedia, UnsupportedMedia } from '../../containers/broken-media.ts';
import { isTooSmallToMark } from '../../watermarks/dct-image/pixels.ts';
import { SIDE } from '../../watermarks/neural/small-picture.ts';
import { amplitudeOf } from '../../watermarks/strength.ts';
import { isReadInPlace, isUpright, shrinkPicture } from '../decode-picture.ts';
import { type Marking, type MarkingOptions, neuralAlone, unmarked } from '../media-format.ts';
import { StillPicture } from '../still-picture.ts';
import { decodeCoefficients, type JpegCoefficients } from './coefficients.ts';
import { hashCoefficients } from './hash-coefficients.ts';
import { JpegError } from './jpeg-error.ts';
import { luminanceOf, markCoefficients, readCoefficientMark } from './mark-coefficients.ts';
import { shiftPictures } from './multi-picture.ts';

const carriesNone = {
  omitted: 'This JPEG carries its token without a watermark, because its encoding is rare or its quality is too low.',
};

export async function markJpeg(
  bytes: Uint8Array,
  id: string,
  { neural, strength = 'balanced' }: MarkingOptions = {},
): Promise<Marking> {
  const image = decodeUnlessUnsupported(bytes);
  if (!image || !luminanceOf(image)) return carriesNone;
  if (isTooSmallToMark(image.frame.width, image.frame.height)) return unmarked.small;
  const residual = await neural?.(await shrinkPicture(bytes, SIDE));
  const marked = markCoefficients(image, id, { residual, amplitude: amplitudeOf[strength] });
  if (!marked) return carriesNone;
  const perceptualHash = (await isUpright(bytes)) ? hashCoefficients(image) : null;
  image.workspace.giveBack();
  return { bytes: shiftPictures(bytes, marked.bytes), perceptualHash, ...(!marked.resilient && neuralAlone) };
}

export async function readJpegMark(bytes: Uint8Array, picture = new StillPicture(bytes)): Promise<string | null> {
  return readCoefficients(bytes) ?? (await picture.readMark());
}

export async function readJpegMarkInPlace(bytes: Uint8Array): Promise<string | null> {
  return (await isReadInPlace(bytes)) ? readCoefficients(bytes) : null;
}

function readCoefficients(bytes: Uint8Array): string | null {
  try {
    const image = decodeCoefficients(bytes);
    const found = readCoefficientMark(image);
    image.workspace.giveBack();
    return found?.id ?? null;
  } catch (error) {
    if (error instanceof JpegError) return null;
    throw error;
  }
}

// Null for a coding that the codec does not support: arithmetic, lossless, hierarchical or 12 bits.
function decodeUnlessUnsupported(bytes: Uint8Array): JpegCoefficients | null {
  try {
    return decodeCoefficients(bytes);
  } catch (error) {
    if (!(error instanceof JpegError)) throw error;
    if (error.code === 'unsupported_coding') return null;
    throw new (error.code === 'too_large' ? UnsupportedMedia : BrokenMedia)(error.message, { cause: error });
  }
}
