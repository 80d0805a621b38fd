// The recipe for signing (specification, Signing, server side), read top to bottom. It takes bytes
// and returns marked, signed bytes and the fields of a record. It uses only its ports. The caller
// stores the record.
import { hashOf, isReadBack, withoutTokens } from './canonical-content.ts';
import { BrokenMedia, UnsupportedMedia } from './containers/broken-media.ts';
import { expectVerifiable, ROOM_FOR_MANIFEST } from './content-sizes.ts';
import { examineEarlierManifest } from './earlier-manifest.ts';
import { type Landmarks, storedLandmarks } from './fingerprints/acoustic/landmarks.ts';
import type { TextFingerprint } from './fingerprints/text/text-fingerprint.ts';
import { detectFormat } from './formats/all-formats.ts';
import { explainUnknown } from './formats/explain-unknown.ts';
import { type FormatName, type MediaFormat, type MediaKind, unhashed } from './formats/media-format.ts';
import { makeThumbnail } from './formats/thumbnail.ts';
import { type MarkedContent, type MarkName, markContent, reasonsAgainst } from './mark-content.ts';
import type { MarkRequest } from './mark-request.ts';
import type { Decoding, Inference, Signer } from './ports.ts';
import { chooseWatermark, unmarkedForPrograms } from './program-texts/default-watermark.ts';
import type { ContentHash } from './signatures/sha3.ts';
import { type SignedPayload, signedPayloadBytes } from './signatures/signed-payload.ts';
import { fingerprintText } from './text-of-file.ts';
import type { WatermarkChoice } from './watermarks/strength.ts';

export interface SignRequest extends MarkRequest {
  readonly generatorId: string;
  readonly model: string;
  /** The token of the new record. */
  readonly token: string;
  /**
   * How strong the marks of a picture are. With `none`, content of any kind carries no mark. By
   * default, everything is marked except texts that programs read.
   */
  readonly watermark?: WatermarkChoice | undefined;
  /** The name of the upload, which says whether programs read it. */
  readonly fileName?: string | undefined;
  /**
   * Whether to keep a C2PA manifest in the upload as an ingredient. The caller then runs the embed
   * recipe on the result.
   */
  readonly keepManifest?: boolean | undefined;
  /** From the caller. It must agree with the bytes. */
  readonly kind?: MediaKind | undefined;
  /** Whether to make a small picture of an image. */
  readonly thumbnail?: boolean | undefined;
}

export interface SignedMedia {
  readonly bytes: Uint8Array;
  readonly kind: MediaKind;
  readonly exactFormat: FormatName;
  readonly mimeType: string;
  readonly signedPayload: SignedPayload;
  readonly signature: Uint8Array;
  /** The canonical hash of the upload before it was marked (settled point 28). */
  readonly originalHash: ContentHash;
  readonly perceptualHash: string | null;
  /** The acoustic fingerprint. Null for content without sound that can be read here. */
  readonly landmarks: Landmarks | null;
  /** Null for content without text, or with too little of it. */
  readonly textFingerprint: TextFingerprint | null;
  /** A small picture in WebP, if requested and possible. */
  readonly thumbnail: Uint8Array | null;
  /** Whether the upload has a C2PA manifest that the embed recipe must keep. */
  readonly keepsManifest: boolean;
  /** What is in the file. A plain text has no place for a token. */
  readonly carries: readonly ('token' | MarkName)[];
  /** One sentence for each step that was left out. */
  readonly notes: readonly string[];
}

export const unrecognizable =
  'The file cannot carry a token, because the token would change how programs read it. Save the file with another program and retry.';

/** Throws UnsupportedMedia or BrokenMedia for content that cannot be signed. */
export async function sign(
  upload: Uint8Array,
  request: SignRequest,
  ports: Signer & Decoding & Inference,
): Promise<SignedMedia> {
  const format = expectFormat(upload, request.kind);
  const original = withoutTokens(format, upload);
  const originalHash = hashOf(original);
  const manifest = await examineEarlierManifest(format, upload, request.keepManifest === true);
  const { watermark, isForPrograms } = chooseWatermark(format, original, request);
  const marking: MarkedContent =
    watermark === 'none'
      ? { bytes: original, marks: [], notes: isForPrograms ? reasonsAgainst(format, request, ports) : [] }
      : await markContent(format, original, request, watermark, ports);
  const marked = marking.bytes;
  const signedPayload = {
    content_hash: marked === original ? originalHash : hashOf(marked),
    generator_id: request.generatorId,
    model: request.model,
    watermark_id: request.watermarkId,
  };
  const perception = await hashPerception(format, marking, ports);
  const landmarks = readLandmarks(format, marked);
  const textFingerprint = fingerprintText(format, marked);
  const thumbnail = request.thumbnail ? await makeThumbnail(format, upload) : null;
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
    perceptualHash: perception.hash,
    landmarks,
    textFingerprint,
    thumbnail,
    keepsManifest: manifest.kept,
    carries: format.container === false ? marking.marks : ['token', ...marking.marks],
    // A file that was encoded again has lost its manifest.
    notes: [
      ...(request.inBand && format.inBand ? [] : manifest.notes),
      ...marking.notes,
      ...perception.notes,
      ...(isForPrograms ? [unmarkedForPrograms(textFingerprint !== null)] : []),
    ],
  };
}

function expectFormat(upload: Uint8Array, kind: MediaKind | undefined): MediaFormat {
  const format = detectFormat(upload);
  if (!format) throw new UnsupportedMedia(explainUnknown(upload));
  if (kind !== undefined && kind !== format.kind) {
    throw new UnsupportedMedia(
      `The content has the format ${format.kind}, not ${kind}. Set format to ${format.kind}, or leave it out.`,
    );
  }
  return format;
}

/**
 * Refuses a file that verification would not recognize: no signature is better than one that never
 * verifies.
 */
function deliver(format: MediaFormat, content: Uint8Array, token: string): Uint8Array {
  const file = Buffer.concat(format.writeToken(content, token));
  if (!isReadBack(format, file, content, token)) throw new BrokenMedia(unrecognizable);
  return file;
}

async function hashPerception(
  format: MediaFormat,
  { bytes, perceptualHash }: MarkedContent,
  { decoder }: Decoding,
): Promise<{ readonly hash: string | null; readonly notes: readonly string[] }> {
  const hash = perceptualHash ?? (await format.perceptualHash?.(bytes, decoder)) ?? null;
  if (!format.needsDecoder || hash !== null) return { hash, notes: [] };
  return { hash, notes: [decoder ? unhashed.noPicture : unhashed.noDecoder] };
}

function readLandmarks(format: MediaFormat, marked: Uint8Array): Landmarks | null {
  const sound = format.readSound?.(marked);
  return sound ? storedLandmarks(sound.channels, sound.sampleRate) : null;
}
