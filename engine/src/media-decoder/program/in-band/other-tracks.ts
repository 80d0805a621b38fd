// The tracks next to the pictures and the sound that carry the mark: which are copied, which
// contain chapters, which are left out.
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AVMEDIA_TYPE_ATTACHMENT,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_DATA,
  AVMEDIA_TYPE_SUBTITLE,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import type { Packet, Rational, Stream } from 'node-av/lib';
import type { Chapter } from '../../media-decoder.ts';
import type { OpenMedia } from '../open-media.ts';

/** The maximum of a list in an MP4 file. */
const mostChapters = 255;
/** A track of time codes: FFmpeg reads the first as metadata and writes the track again. */
const timeCodes = 'tmcd';

/** QuickTime's chapters: a track of text whose samples are titles. FFmpeg takes it for data. */
export function isChapterTrack({ codecpar }: Stream): boolean {
  return codecpar.codecType === AVMEDIA_TYPE_DATA && codecpar.codecTagString === 'text';
}

/** A title follows its length in two bytes (QuickTime File Format, Text Media). */
export function addChapter(chapters: Chapter[], { data, pts }: Packet, { timeBase }: Stream): void {
  if (!data || data.length < 2 || chapters.length >= mostChapters) return;
  const title = data.toString('utf8', 2, 2 + data.readUInt16BE());
  chapters.push({ seconds: secondsOf(pts, timeBase), title });
}

/** Covers and attached files are not tracks. The metadata of the file is copied elsewhere. */
export function listLeftOut({ streams }: OpenMedia, pictures: Stream | undefined): string[] {
  const left = streams.filter(
    (each) =>
      each.index !== pictures?.index &&
      !isCopied(each) &&
      !isChapterTrack(each) &&
      each.codecpar.codecTagString !== timeCodes &&
      each.codecpar.codecType !== AVMEDIA_TYPE_ATTACHMENT &&
      !each.hasDisposition(AV_DISPOSITION_ATTACHED_PIC),
  );
  return left.map(({ codecpar }) => {
    const kind = codecpar.codecType === AVMEDIA_TYPE_VIDEO ? 'another video track' : 'a data track';
    return /^\w{4}$/.test(codecpar.codecTagString ?? '') ? `${kind} (${codecpar.codecTagString})` : kind;
  });
}

export function isCopied(stream: Stream): boolean {
  const { codecType } = stream.codecpar;
  return (
    (codecType === AVMEDIA_TYPE_AUDIO || codecType === AVMEDIA_TYPE_SUBTITLE) &&
    !stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC)
  );
}

export function secondsOf(time: bigint, { num, den }: Rational): number {
  return (Number(time) * num) / den;
}
