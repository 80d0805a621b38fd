// The encoder of the pictures of a video, and their track in the new file.
import { AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants';
import { type Frame, Rational, type Stream } from 'node-av/lib';
import type { Muxer } from '../../media-decoder.ts';
import type { Encoding } from './encoders.ts';
import type { OutputFile } from './output-file.ts';
import { TrackEncoder } from './track-encoder.ts';

const keyframeSeconds = 2;

/** The track of the pictures, displayed as the one of the source. */
export function addPictures(
  output: OutputFile,
  encoder: TrackEncoder,
  encoding: Encoding,
  muxer: Muxer,
  stream: Stream,
): Stream {
  const pictures = output.addEncoded(encoder, stream, timeBaseOf(stream, encoding));
  if (encoding.encoder === 'libx265' && muxer !== 'matroska') pictures.codecpar.codecTag = 'hvc1';
  const matrix = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
  if (matrix) pictures.codecpar.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, matrix);
  pictures.avgFrameRate = stream.avgFrameRate;
  pictures.sampleAspectRatio = stream.codecpar.sampleAspectRatio;
  return pictures;
}

/** As the frame is. */
export function openPictureEncoder(
  encoding: Encoding,
  frame: Frame,
  stream: Stream,
  timeBase: Rational,
): Promise<TrackEncoder> {
  return TrackEncoder.open(encoding, (context) => {
    context.width = frame.width;
    context.height = frame.height;
    context.pixelFormat = frame.format as never;
    context.timeBase = timeBase;
    context.framerate = stream.avgFrameRate;
    context.sampleAspectRatio = stream.codecpar.sampleAspectRatio;
    context.colorRange = frame.colorRange;
    context.colorPrimaries = frame.colorPrimaries;
    context.colorTrc = frame.colorTrc;
    context.colorSpace = frame.colorSpace;
    const { num, den } = stream.avgFrameRate;
    context.gopSize = Math.max(1, Math.round(keyframeSeconds * (den > 0 ? num / den : 30)));
  });
}

/**
 * For the pictures of a track. MPEG-4 counts in at most 65535 parts of a second (ISO/IEC 14496-2
 * §6.3.3).
 */
export function timeBaseOf(stream: Stream, { encoder }: Encoding): Rational {
  const { num, den } = stream.avgFrameRate;
  if (encoder === 'mpeg4' && stream.timeBase.den > 65_535 && num > 0 && num <= 65_535) return new Rational(den, num);
  return stream.timeBase;
}
