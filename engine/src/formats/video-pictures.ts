// Pictures of a video through the decoder: the perceptual hash of its first I-frame, made as for images.
import sharp from 'sharp';
import { absentIfRefused } from '../containers/broken-media.ts';
import { perceptualHash } from '../fingerprints/perceptual-hash/perceptual-hash.ts';
import type { MediaDecoder, MediaSource } from '../media-decoder/media-decoder.ts';

const hashedSide = 256;

/** null without a decoder, and where no picture can be decoded: its token still leads to such a video. */
export async function hashVideo(source: MediaSource, decoder: MediaDecoder | undefined): Promise<string | null> {
  const picture = await decoder?.firstFrame(source).catch(absentIfRefused);
  if (!picture) return null;
  const { luma, width, height } = picture;
  const small = sharp(luma, { raw: { width, height, channels: 1 } }).resize(hashedSide, hashedSide, { fit: 'fill' });
  return perceptualHash(Float32Array.from(await small.toColourspace('b-w').raw().toBuffer()), hashedSide);
}
