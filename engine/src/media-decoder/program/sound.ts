// The first audio track as samples from -1 to 1, one piece per decoded frame, at the track's own
// rate and with its channels.
import { AV_SAMPLE_FMT_FLTP, AVMEDIA_TYPE_AUDIO, type AVSampleFormat } from 'node-av/constants';
import { avGetBytesPerSample, avSampleFmtIsPlanar, Frame, SoftwareResampleContext, type Stream } from 'node-av/lib';
import { BrokenMedia } from '../../containers/broken-media.ts';
import type { SoundPiece } from '../media-decoder.ts';
import type { Job, Outside } from '../protocol.ts';
import { decodeStream } from './decode-stream.ts';
import { type OpenMedia, openMedia } from './open-media.ts';

/** Pieces are collected to about this length, because each costs a message. */
const pieceSeconds = 0.5;

export async function giveSound(job: Job & { ask: 'pcm' }, outside: Outside): Promise<void> {
  const media = await openMedia(job, outside);
  try {
    const stream = findSound(media);
    if (!stream) return;
    media.choose([stream]);
    let seconds = 0;
    let isSilent = job.skipsSilence;
    let gathered: SoundPiece[] = [];
    const give = async () => {
      const pieces = gathered;
      gathered = [];
      return pieces.length === 0 || outside.give({ sound: joinPieces(pieces) });
    };
    for await (const frame of decodeStream(media, stream)) {
      if (seconds >= job.mostSeconds) break;
      seconds += frame.nbSamples / frame.sampleRate;
      isSilent &&= isConstant(frame);
      if (isSilent) continue;
      const piece = samplesOf(frame);
      // A rate or number of channels that changes midway starts a new piece.
      if (gathered.length > 0 && !alike(gathered[0]!, piece) && !(await give())) return;
      gathered.push(piece);
      const long =
        gathered.reduce((sum, { channels }) => sum + channels[0]!.length, 0) >= pieceSeconds * frame.sampleRate;
      if (long && !(await give())) return;
    }
    await give();
  } finally {
    await media.close();
  }
}

export function findSound({ streams }: OpenMedia): Stream | undefined {
  return streams.find(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO);
}

export function samplesOf(frame: Frame): SoundPiece {
  const { nbSamples, sampleRate, channelLayout } = frame;
  const planar = new Frame();
  planar.alloc();
  const resample = new SoftwareResampleContext();
  try {
    planar.format = AV_SAMPLE_FMT_FLTP;
    planar.sampleRate = sampleRate;
    planar.channelLayout = channelLayout;
    planar.nbSamples = nbSamples;
    planar.getBuffer(1);
    resample.allocSetOpts2(
      channelLayout,
      AV_SAMPLE_FMT_FLTP,
      sampleRate,
      channelLayout,
      frame.format as never,
      sampleRate,
    );
    if (resample.init() < 0 || resample.convertFrame(planar, frame) < 0)
      throw new BrokenMedia('The sound cannot be converted.');
    const bytes = new Uint8Array(planar.toBuffer());
    const all = new Float32Array(bytes.buffer, 0, bytes.length / 4);
    const channels = Array.from({ length: frame.channels }, (_, index) =>
      all.slice(index * nbSamples, (index + 1) * nbSamples),
    );
    return { sampleRate, channels };
  } finally {
    resample.free();
    planar.free();
  }
}

/** Whether every sample is the same as the one before it in its channel. */
function isConstant({ data, channels, nbSamples, format }: Frame): boolean {
  const sampleFormat = format as AVSampleFormat;
  // One plane per channel, or one plane in which they alternate.
  const size = avGetBytesPerSample(sampleFormat) * (avSampleFmtIsPlanar(sampleFormat) ? 1 : channels);
  return (
    data?.every((plane) => {
      const samples = plane.subarray(0, size * nbSamples);
      return samples.subarray(size).equals(samples.subarray(0, samples.length - size));
    }) ?? false
  );
}

function alike(left: SoundPiece, right: SoundPiece): boolean {
  return left.sampleRate === right.sampleRate && left.channels.length === right.channels.length;
}

export function joinPieces(pieces: readonly SoundPiece[]): SoundPiece {
  const [first] = pieces;
  const length = pieces.reduce((sum, { channels }) => sum + channels[0]!.length, 0);
  const channels = first!.channels.map((_, index) => {
    const joined = new Float32Array(length);
    let at = 0;
    for (const piece of pieces) {
      joined.set(piece.channels[index]!, at);
      at += piece.channels[index]!.length;
    }
    return joined;
  });
  return { sampleRate: first!.sampleRate, channels };
}
