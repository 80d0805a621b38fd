// A video of any length with a mark in its pictures and sound: its segments are encoded and saved
// one after the other, then joined in a file of the work folder.
import { UnsupportedMedia } from '../containers/broken-media.ts';
import { describe, noDecoder, tooLarge } from '../formats/video-pictures.ts';
import { type MarkName, neuralPictureMark, reasonsAgainst } from '../mark-content.ts';
import type { MarkRequest } from '../mark-request.ts';
import type { MarkLimits } from '../media-decoder/media-decoder.ts';
import type { Decoding, Inference } from '../ports.ts';
import type { WatermarkStrength } from '../watermarks/strength.ts';
import { AssembledSource } from './assembled-source.ts';
import type { ContentSource } from './content-source.ts';
import type { LargeFormat } from './large-format.ts';
import type { LongRun } from './long-run.ts';
import { SavedSegments } from './saved-segments.ts';
import { WorkFile } from './work-file.ts';

export interface MarkedSource {
  readonly content: ContentSource;
  readonly marks: readonly MarkName[];
  readonly notes: readonly string[];
  close(): Promise<void>;
}

const unreadable = 'The frames of the video cannot carry a watermark, because the service could not read it back.';

export async function markLargeVideo(
  format: LargeFormat,
  original: ContentSource,
  request: MarkRequest & { readonly inBand: MarkLimits },
  strength: WatermarkStrength,
  ports: Decoding & Inference,
  run: LongRun,
): Promise<MarkedSource> {
  const { decoder } = ports;
  if (!decoder) throw new UnsupportedMedia(noDecoder);
  const { demuxer, muxer, keepFacts } = format.inBand!.anyLength;
  const source = { bytes: original, demuxer };
  const { watermarkId: id, inBand: limits } = request;
  const neural = neuralPictureMark(format, request, strength, ports);
  const segments = await SavedSegments.open(run.checkpoints, id);
  if (!segments.isComplete) {
    const task = { id, limits, from: segments.list.next };
    for await (const segment of decoder.encodeSegments(source, task, run.signal, neural.make)) {
      await segments.add(segment, neural.isMade());
      run.onProgress(segment.done);
    }
  }
  const { count, isReadable, hasNeural } = segments.list;
  if (!isReadable) throw new UnsupportedMedia(unreadable);
  const file = await WorkFile.create(run, 'marked');
  try {
    const task = { id, muxer, segments: count, mostBytes: limits.bytes };
    const store = {
      load: (index: number) => segments.load(index),
      write: (at: number, bytes: Uint8Array) => file.write(at, bytes),
    };
    const { sound, chapters, leftOut } = await decoder.joinSegments(source, task, run.signal, store);
    const kept = await keepFacts(original, file, chapters);
    const content = new AssembledSource(file, kept.parts);
    if (content.size > limits.bytes) throw new UnsupportedMedia(tooLarge);
    const { note } = describe(sound, [...leftOut, ...kept.leftOut]);
    return {
      content,
      marks: hasNeural ? ['in_band', 'neural'] : ['in_band'],
      notes: [
        ...reasonsAgainst(format, request, ports),
        ...(hasNeural ? [] : neural.missing()),
        ...(note === undefined ? [] : [note]),
      ],
      close: () => file.close(),
    };
  } catch (problem) {
    await file.close();
    throw problem;
  }
}
