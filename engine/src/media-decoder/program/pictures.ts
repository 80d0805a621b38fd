// I-frames of the first video track as luma, turned upright as players display them.
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_NOPTS_VALUE,
  AV_PICTURE_TYPE_I,
  AV_PIX_FMT_GRAY8,
  AV_PIX_FMT_RGB24,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVMEDIA_TYPE_VIDEO,
  SWS_BILINEAR,
  SWS_POINT,
} from 'node-av/constants';
import { Frame, SoftwareScaleContext, type Stream } from 'node-av/lib';
import { BrokenMedia } from '../../containers/broken-media.ts';
import type { VideoPicture } from '../media-decoder.ts';
import type { Job, Outside } from '../protocol.ts';
import { decodeStream } from './decode-stream.ts';
import { type OpenMedia, openMedia } from './open-media.ts';
import { turnUpright } from './turn-upright.ts';

export async function givePictures(job: Job & { ask: 'frames' }, outside: Outside): Promise<void> {
  const media = await openMedia(job, outside);
  try {
    const stream = findVideo(media);
    if (!stream) return;
    media.choose([stream]);
    let given = 0;
    for await (const frame of decodeStream(media, stream, { skip_frame: 'nokey', flags: '+low_delay' })) {
      if (frame.pictType !== AV_PICTURE_TYPE_I && frame.keyFrame === 0) continue;
      const wanted = await outside.give({
        picture: turnUpright({ ...lumaOf(frame), ...timeOf(frame, stream) }, matrixOf(stream)),
      });
      given += 1;
      if (!wanted || given === job.most) return;
    }
  } finally {
    await media.close();
  }
}

/** Not the cover picture of music. */
export function findVideo({ streams }: OpenMedia): Stream | undefined {
  return streams.find(
    (stream) => stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO && !stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC),
  );
}

function timeOf({ bestEffortTimestamp }: Frame, { timeBase, startTime }: Stream): { seconds?: number } {
  if (bestEffortTimestamp === AV_NOPTS_VALUE) return {};
  const first = startTime === AV_NOPTS_VALUE ? 0n : startTime;
  return { seconds: (Number(bestEffortTimestamp - first) * timeBase.num) / timeBase.den };
}

function lumaOf(frame: Frame): VideoPicture {
  const { width, height } = frame;
  return { luma: convert(frame, width, height, AV_PIX_FMT_GRAY8, SWS_POINT), width, height };
}

/**
 * A square in RGB, by a triangle as wide as the reduction requires: the view of the neural mark's
 * networks.
 */
export function shrinkFrame(frame: Frame, side: number): Uint8Array {
  return convert(frame, side, side, AV_PIX_FMT_RGB24, SWS_BILINEAR);
}

function convert(
  frame: Frame,
  width: number,
  height: number,
  format: typeof AV_PIX_FMT_GRAY8 | typeof AV_PIX_FMT_RGB24,
  filter: typeof SWS_POINT | typeof SWS_BILINEAR,
): Uint8Array {
  const converted = new Frame();
  converted.alloc();
  converted.format = format;
  converted.width = width;
  converted.height = height;
  converted.getBuffer(1);
  const scale = new SoftwareScaleContext();
  scale.getContext(frame.width, frame.height, frame.format as never, width, height, format, filter);
  try {
    if (scale.scaleFrameSync(converted, frame) < 0)
      throw new BrokenMedia('A picture of the video cannot be converted.');
    return new Uint8Array(converted.toBuffer());
  } finally {
    scale.freeContext();
    converted.free();
  }
}

/**
 * How the stored picture is displayed (ISO/IEC 14496-12 §6.2.2): the four numbers that turn and
 * mirror.
 */
export function matrixOf(stream: Stream): readonly number[] | null {
  const bytes = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
  if (!bytes || bytes.length < 36) return null;
  return [0, 4, 12, 16].map((at) => bytes.readInt32LE(at));
}
