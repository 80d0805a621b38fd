// The recipe of signing (specification, Signing, server side), read top to bottom: bytes in; marked, signed bytes and the
// fields of a record out. Reaches nothing but its ports; storing the record is the caller's part.
import { hashOf, isReadBack, withoutTokens } from './canonical-content.ts';
import { BrokenMedia, UnsupportedMedia } from './containers/broken-media.ts';
import { expectVerifiable, ROOM_FOR_MANIFEST } from './content-sizes.ts';
import { examineEarlierManifest } from './earlier-manifest.ts';
import { type Landmarks, storedLandmarks } from './fingerprints/acoustic/landmarks.ts';
import { detectFormat } from './formats/all-formats.ts';
import { explainUnknown } from './formats/explain-unknown.ts';
import {
  type FormatName,
  type Marking,
  type MarkingOptions,
  type MediaFormat,
  type MediaKind,
  type SoundMarker,
  unhashed,
} from './formats/media-format.ts';
import type { MarkLimits } from './media-decoder/media-decoder.ts';
import { markCompressed, soundMarker } from './neural-sound.ts';
import type { Decoding, Inference, Signer } from './ports.ts';
import type { ContentHash } from './signatures/sha3.ts';
import { type SignedPayload, signedPayloadBytes } from './signatures/signed-payload.ts';
import { NetworksUnavailable } from './watermarks/neural/networks.ts';
import { makeResidual, type ResidualMaker } from './watermarks/neural/residual.ts';
import { amplitudeOf, videoAmplitude, type WatermarkChoice, type WatermarkStrength } from './watermarks/strength.ts';

export interface SignRequest {
  readonly generatorId: string;
  readonly model: string;
  /** 64 random bits as 16 lowercase hex digits (decisions 3.4). */
  readonly watermarkId: string;
  /** The token of the record to come. */
  readonly token: string;
  /** Given where a video shall carry a mark in its pictures and sound too, which encodes it again. */
  readonly inBand?: MarkLimits | undefined;
  /**
   * Pictures, WAV and videos in band carry the neural watermark unless it is false. Where it is true, compressed sound is encoded again
   * with one, and content that cannot carry one is told so.
   */
  readonly neural?: boolean | undefined;
  /** How strong the marks of a picture are; with none, content of any kind carries no mark. */
  readonly watermark?: WatermarkChoice | undefined;
  /** Whether a C2PA manifest in the upload is to be kept as an ingredient: the caller then runs the embed recipe on the result. */
  readonly keepManifest?: boolean | undefined;
  /** Said by the caller; must agree with the bytes. */
  readonly kind?: MediaKind | undefined;
}

export interface SignedMedia {
  readonly bytes: Uint8Array;
  readonly kind: MediaKind;
  readonly exactFormat: FormatName;
  readonly mimeType: string;
  readonly signedPayload: SignedPayload;
  readonly signature: Uint8Array;
  /** The canonical hash of the upload before it was marked (decisions 3.28). */
  readonly originalHash: ContentHash;
  readonly perceptualHash: string | null;
  /** The acoustic fingerprint; null for content without sound that can be read here. */
  readonly landmarks: Landmarks | null;
  /** Whether the upload has a C2PA manifest that the embed recipe is to keep. */
  readonly keepsManifest: boolean;
  /** One sentence for each step that was left out. */
  readonly notes: readonly string[];
}

const notText = 'A neural watermark is for pictures, sounds and video only.';
const onlyInBand = 'A video carries a neural watermark only with in_band.';
const turnedOff = 'it is turned off here.';
const noNeural = {
  unreadable: 'none could be read back from it.',
  absent: 'its networks are not installed.',
  altered: 'the files of its networks are not the ones that were released.',
} as const;
const unrecognizable =
  'The file cannot carry a token: with one, it would be read as something else. Save it again with another program.';
const onlyVideo = 'A mark in band is for video; nothing was encoded again.';

/** Throws UnsupportedMedia or BrokenMedia for what cannot be signed. */
export async function sign(
  upload: Uint8Array,
  request: SignRequest,
  ports: Signer & Decoding & Inference,
): Promise<SignedMedia> {
  const format = expectFormat(upload, request.kind);
  const original = withoutTokens(format, upload);
  const originalHash = hashOf(original);
  const notes: string[] = [];
  const manifest = await examineEarlierManifest(format, upload, request.keepManifest === true);
  if (manifest.note !== undefined && !(request.inBand && format.inBand)) notes.push(manifest.note);
  const { watermark = 'balanced' } = request;
  const marking =
    watermark === 'none' ? { bytes: original } : await markAll(format, original, request, watermark, ports, notes);
  const marked = 'omitted' in marking ? original : marking.bytes;
  const signedPayload = {
    content_hash: marked === original ? originalHash : hashOf(marked),
    generator_id: request.generatorId,
    model: request.model,
    watermark_id: request.watermarkId,
  };
  const perceptualHash = await hashPerception(format, marked, marking, ports);
  if (format.needsDecoder && perceptualHash === null)
    notes.push(ports.decoder ? unhashed.noPicture : unhashed.noDecoder);
  const landmarks = readLandmarks(format, marked);
  const signature = await ports.sign(signedPayloadBytes(signedPayload));
  const bytes = deliver(format, marked, request.token);
  expectVerifiable(bytes.length + (manifest.kept ? ROOM_FOR_MANIFEST : 0));
  const { kind, name: exactFormat, mimeType } = format;
  return {
    bytes,
    kind,
    exactFormat,
    mimeType,
    signedPayload,
    signature,
    originalHash,
    perceptualHash,
    landmarks,
    keepsManifest: manifest.kept,
    notes,
  };
}

function expectFormat(upload: Uint8Array, kind: MediaKind | undefined): MediaFormat {
  const format = detectFormat(upload);
  if (!format) throw new UnsupportedMedia(explainUnknown(upload));
  if (kind !== undefined && kind !== format.kind) {
    throw new UnsupportedMedia(`The content is of the format ${format.kind}, not ${kind}.`);
  }
  return format;
}

/** Refuses a file that verification would not recognize: better no signature than one that never verifies. */
function deliver(format: MediaFormat, content: Uint8Array, token: string): Uint8Array {
  const file = Buffer.concat(format.writeToken(content, token));
  if (!isReadBack(format, file, content, token)) throw new BrokenMedia(unrecognizable);
  return file;
}

/** Both marks, as far as the content takes them; notes says what it does not take. */
async function markAll(
  format: MediaFormat,
  original: Uint8Array,
  request: SignRequest,
  strength: WatermarkStrength,
  ports: Decoding & Inference,
  notes: string[],
): Promise<Marking> {
  if (request.neural) notes.push(...reasonsAgainst(format, request, ports));
  const neural = neuralMaker(format, request, strength, ports);
  const neuralSound = soundMarkerFor(format, request, ports, notes);
  const marking =
    (await encodeAgain(format, original, request, ports, neuralSound, notes)) ??
    (await mark(format, original, request, ports, { neural: neural?.make, neuralSound, strength }));
  if (neural) notes.push(...neural.missing());
  const note = 'omitted' in marking ? marking.omitted : marking.note;
  if (note !== undefined) notes.push(note);
  return marking;
}

async function mark(
  { watermark, inBand }: MediaFormat,
  upload: Uint8Array,
  request: SignRequest,
  { decoder }: Decoding,
  options: MarkingOptions,
): Promise<Marking> {
  if (request.inBand && inBand)
    return inBand.mark(upload, request.watermarkId, decoder, request.inBand, options.neural);
  const marking = (await watermark?.mark(upload, request.watermarkId, options)) ?? { bytes: upload };
  return request.inBand && !('omitted' in marking) ? { ...marking, note: onlyVideo } : marking;
}

function soundMarkerFor(
  { kind }: MediaFormat,
  { watermarkId, neural }: SignRequest,
  ports: Inference,
  notes: string[],
) {
  if (kind !== 'audio' || neural === false) return undefined;
  return soundMarker(watermarkId, neural === true, ports, notes);
}

/** Compressed sound, where the caller asks for the neural mark. null: the file stays as it is, or is of another kind. */
async function encodeAgain(
  format: MediaFormat,
  upload: Uint8Array,
  { watermarkId, neural }: SignRequest,
  ports: Decoding & Inference,
  marker: SoundMarker | undefined,
  notes: string[],
): Promise<Marking | null> {
  if (!neural || !marker || !format.replaceSound) return null;
  return markCompressed(format, upload, watermarkId, marker, ports, notes);
}

function reasonsAgainst({ kind }: MediaFormat, { inBand }: SignRequest, { networks }: Inference): string[] {
  if (kind === 'audio') return [];
  if (kind === 'text') return [notText];
  if (kind === 'video' && !inBand) return [onlyInBand];
  return networks ? [] : [withoutNeural(kind, turnedOff)];
}

function withoutNeural(kind: MediaKind, reason: string): string {
  return `The ${kind === 'video' ? 'video' : 'picture'} carries no neural watermark: ${reason}`;
}

/** For formats that ask for it: a picture once, a video for each of its keyframes. missing: why not one of them carries it. */
function neuralMaker(
  { kind }: MediaFormat,
  { neural, watermarkId }: SignRequest,
  strength: WatermarkStrength,
  { networks }: Inference,
) {
  if (neural === false || !networks) return undefined;
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
  return { make, missing: () => (made || missing === undefined ? [] : [withoutNeural(kind, missing)]) };
}

async function hashPerception(
  format: MediaFormat,
  marked: Uint8Array,
  marking: Marking,
  { decoder }: Decoding,
): Promise<string | null> {
  const known = 'omitted' in marking ? null : marking.perceptualHash;
  return known ?? (await format.perceptualHash?.(marked, decoder)) ?? null;
}

function readLandmarks(format: MediaFormat, marked: Uint8Array): Landmarks | null {
  const sound = format.readSound?.(marked);
  return sound ? storedLandmarks(sound.channels, sound.sampleRate) : null;
}
