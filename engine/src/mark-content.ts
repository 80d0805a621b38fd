// Adds the marks that the format of an upload supports. The notes of the outcome say what the
// content does not carry and why, in the order of the steps.
import type { Marking, MarkingOptions, MediaFormat, MediaKind } from './formats/media-format.ts';
import type { MarkRequest } from './mark-request.ts';
import { encodeAgain, neuralSoundMark } from './neural-sound.ts';
import type { Decoding, Inference } from './ports.ts';
import { NetworksUnavailable } from './watermarks/neural/networks.ts';
import { makeResidual, type ResidualMaker } from './watermarks/neural/residual.ts';
import { amplitudeOf, videoAmplitude, type WatermarkStrength } from './watermarks/strength.ts';

/** in_band: in the pictures and the sound of a video, instead of `watermark`. */
export type MarkName = 'watermark' | 'in_band' | 'neural';

export interface MarkedContent {
  /** The original itself, if it carries no mark. */
  readonly bytes: Uint8Array;
  /** Present if marking computed it on the way. */
  readonly perceptualHash?: string | null | undefined;
  /** What the bytes carry. */
  readonly marks: readonly MarkName[];
  readonly notes: readonly string[];
}

const notText = 'Only images, audio and video can carry a neural watermark.';
const onlyInBand = 'A video carries a neural watermark only with in_band.';
const turnedOff = 'it is turned off on this service.';
const noNeural = {
  unreadable: 'the service could not read it back.',
  absent: 'its networks are not installed.',
  altered: 'its network files differ from the released ones.',
} as const;
const onlyVideo = 'in_band is for video only, so the service did not encode this content again.';

export async function markContent(
  format: MediaFormat,
  original: Uint8Array,
  request: MarkRequest,
  strength: WatermarkStrength,
  ports: Decoding & Inference,
): Promise<MarkedContent> {
  const picture = neuralPictureMark(format, request, strength, ports);
  const sound = neuralSoundMark(format, request, ports);
  const encoded = await encodeAgain(format, original, request, sound.make, ports);
  const options = { neural: picture.make, neuralSound: sound.make, strength };
  const marking: Marking = encoded.bytes
    ? { bytes: encoded.bytes, isNeuralOnly: true }
    : await markInFormat(format, original, request, ports, options);
  const notes = [...reasonsAgainst(format, request, ports), ...sound.missing(), ...encoded.notes, ...picture.missing()];
  if ('omitted' in marking) return { bytes: original, marks: [], notes: [...notes, marking.omitted] };
  const { bytes, perceptualHash, note, isNeuralOnly } = marking;
  const own = isNeuralOnly ? [] : ownMark(format, request);
  const marks: MarkName[] = picture.isMade() || sound.isMade() ? [...own, 'neural'] : own;
  return { bytes, perceptualHash, marks, notes: note === undefined ? notes : [...notes, note] };
}

async function markInFormat(
  { watermark, inBand }: MediaFormat,
  upload: Uint8Array,
  request: MarkRequest,
  { decoder }: Decoding,
  options: MarkingOptions,
): Promise<Marking> {
  if (request.inBand && inBand)
    return inBand.mark(upload, request.watermarkId, decoder, request.inBand, options.neural);
  const marking = (await watermark?.mark(upload, request.watermarkId, options)) ?? { bytes: upload };
  return request.inBand && !('omitted' in marking) ? { ...marking, note: onlyVideo } : marking;
}

function ownMark({ watermark, inBand }: MediaFormat, request: MarkRequest): MarkName[] {
  if (request.inBand && inBand) return ['in_band'];
  return watermark ? ['watermark'] : [];
}

/** What is known before any work. For sound, it is not known yet. */
export function reasonsAgainst(
  { kind }: MediaFormat,
  { neural, inBand }: MarkRequest,
  { networks }: Inference,
): string[] {
  if (!neural || kind === 'audio') return [];
  if (kind === 'text') return [notText];
  if (kind === 'video' && !inBand) return [onlyInBand];
  return networks ? [] : [withoutNeural(kind, turnedOff)];
}

function withoutNeural(kind: MediaKind, reason: string): string {
  return `The ${kind === 'video' ? 'video' : 'image'} carries no neural watermark: ${reason}`;
}

/**
 * `make`: formats call it once for a picture and once for each keyframe of a video. `isMade`:
 * whether any of them carries the mark. `missing`: why none does.
 */
export function neuralPictureMark(
  { kind }: MediaFormat,
  { neural, watermarkId }: MarkRequest,
  strength: WatermarkStrength,
  { networks }: Inference,
): { readonly make: ResidualMaker | undefined; isMade(): boolean; missing(): string[] } {
  if (neural === false || !networks) return { make: undefined, isMade: () => false, missing: () => [] };
  const amplitude = kind === 'video' ? videoAmplitude.neural : amplitudeOf[strength];
  let made = false;
  let missing: string | undefined;
  const make: ResidualMaker = async (picture) => {
    try {
      const residual = await makeResidual(networks, picture, watermarkId, amplitude);
      made ||= residual !== null;
      missing ??= noNeural.unreadable;
      return residual;
    } catch (problem) {
      if (!(problem instanceof NetworksUnavailable)) throw problem;
      missing = noNeural[problem.state];
      return null;
    }
  };
  return {
    make,
    isMade: () => made,
    missing: () => (made || missing === undefined ? [] : [withoutNeural(kind, missing)]),
  };
}
