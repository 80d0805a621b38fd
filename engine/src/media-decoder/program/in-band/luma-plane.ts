// The luma of a decoded picture, which can be changed in place.
import { AVCOL_RANGE_JPEG } from 'node-av/constants';
import { avGetPixFmtName, type Frame } from 'node-av/lib';
import { UnsupportedMedia } from '../../../containers/broken-media.ts';

export interface LumaPlane {
  readonly data: Uint8Array | Uint16Array;
  /** Samples from one row to the next. */
  readonly stride: number;
  readonly width: number;
  readonly height: number;
  /** Bits of a sample: 8, 10 or 12. */
  readonly depth: number;
  /** Whether black is 0 and white the largest value. */
  readonly fullRange: boolean;
}

/** Throws UnsupportedMedia for pixel formats without a separate luma plane. */
export function lumaPlaneOf(frame: Frame): LumaPlane {
  const name = avGetPixFmtName(frame.format as never) ?? '';
  const planar = /^(?:yuvj?4\d\dp|yuva4\d\dp|nv12|nv21|nv16|gray)(?:(10|12)le)?$/.exec(name);
  if (!planar) throw new UnsupportedMedia('Videos with this pixel format cannot carry a watermark in their frames.');
  const bytes = frame.data![0]!;
  const depth = planar[1] ? Number(planar[1]) : 8;
  const { width, height } = frame;
  const stride = frame.linesize[0]!;
  const fullRange = /^(?:yuvj|gray)/.test(name) || frame.colorRange === AVCOL_RANGE_JPEG;
  if (depth === 8) return { data: bytes, stride, width, height, depth, fullRange };
  const samples = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
  return { data: samples, stride: stride >> 1, width, height, depth, fullRange };
}
