// The recipe for signing content of any size. Content that fits into memory goes through sign.ts. A
// larger video is read twice and written once: for its hash, and with its token. With a mark in
// band, it is encoded again first, in pieces that a retry does not repeat.
import { BrokenMedia, UnsupportedMedia } from './containers/broken-media.ts';
import { LARGEST_UPLOAD } from './content-sizes.ts';
import { type MediaKind, unhashed } from './formats/media-format.ts';
import { type ContentSink, type ContentSource, piecesOf, readWhole } from './large-files/content-source.ts';
import { hashSource, type Stage, stageOf } from './large-files/hash-source.ts';
import { withoutTokensIn, withToken } from './large-files/large-container.ts';
import { detectLargeFormat, type LargeFormat } from './large-files/large-format.ts';
import { type LongRun, risingProgress } from './large-files/long-run.ts';
import { type MarkedSource, markLargeVideo } from './large-files/mark-large-video.ts';
import { reasonsAgainst } from './mark-content.ts';
import type { Decoding, Inference, Signer } from './ports.ts';
import { type SignedMedia, type SignRequest, sign, unrecognizable } from './sign.ts';
import { signedPayloadBytes } from './signatures/signed-payload.ts';

const unsupported =
  'The service signs files of more than 50 MB only if they are MP4, MOV, MKV or WebM. Send a smaller file, or convert it to one of these formats.';
const manifestMissed =
  'The service did not look for a C2PA manifest in this large file. If it has one, C2PA programs now report that manifest as invalid.';
const notKept = 'c2pa=keep works only with JPEG and PNG files. Sign without c2pa=keep.';

/** Throws UnsupportedMedia or BrokenMedia for content that cannot be signed. */
export async function signLargeFile(
  source: ContentSource,
  sink: ContentSink,
  request: SignRequest,
  ports: Signer & Decoding & Inference,
  run: LongRun,
): Promise<Omit<SignedMedia, 'bytes'>> {
  run.signal.throwIfAborted();
  const result =
    source.size <= LARGEST_UPLOAD && !(request.inBand && (await detectLargeFormat(source)))
      ? await signInMemory(source, sink, request, ports, run)
      : await signStreamed(source, sink, request, ports, risingProgress(run));
  run.onProgress(1);
  return result;
}

async function signInMemory(
  source: ContentSource,
  sink: ContentSink,
  request: SignRequest,
  ports: Signer & Decoding & Inference,
  { signal }: LongRun,
): Promise<Omit<SignedMedia, 'bytes'>> {
  const { bytes, ...signed } = await sign(await readWhole(source, signal), request, ports);
  signal.throwIfAborted();
  await sink.write(bytes);
  return signed;
}

/** Also for small content, so that tests can compare. */
export async function signStreamed(
  source: ContentSource,
  sink: ContentSink,
  request: SignRequest,
  ports: Signer & Decoding & Inference,
  run: LongRun,
): Promise<Omit<SignedMedia, 'bytes'>> {
  const format = await expectFormat(source, request.kind);
  if (request.keepManifest) throw new UnsupportedMedia(notKept);
  const original = await withoutTokensIn(format, source, run.signal);
  const { watermark = 'balanced', inBand } = request;
  const isMarked = watermark !== 'none' && inBand !== undefined;
  const originalHash = await hashSource(original, stageOf(run, 0, isMarked ? 0.05 : 0.5));
  const marking = isMarked
    ? await markLargeVideo(format, original, { ...request, inBand }, watermark, ports, {
        ...run,
        ...stageOf(run, 0.05, 0.9),
      })
    : unmarked(original, watermark === 'none' ? [] : reasonsAgainst(format, request, ports));
  try {
    const signedPayload = {
      content_hash: isMarked ? await hashSource(marking.content, stageOf(run, 0.9, 0.95)) : originalHash,
      generator_id: request.generatorId,
      model: request.model,
      watermark_id: request.watermarkId,
    };
    const perceptualHash = (await format.perceptualHash?.(marking.content, ports.decoder)) ?? null;
    const signature = await ports.sign(signedPayloadBytes(signedPayload));
    const file = await withToken(format, marking.content, request.token, run.signal);
    if (!file) throw new BrokenMedia(unrecognizable);
    await copy(file, sink, stageOf(run, isMarked ? 0.95 : 0.5, 1));
    const { kind, name: exactFormat, mimeType } = format;
    const unseen = ports.decoder ? unhashed.noPicture : unhashed.noDecoder;
    return {
      kind,
      exactFormat,
      mimeType,
      signedPayload,
      signature,
      originalHash,
      perceptualHash,
      landmarks: null,
      textFingerprint: null,
      thumbnail: null,
      keepsManifest: false,
      carries: ['token', ...marking.marks],
      notes: [...marking.notes, ...(perceptualHash === null ? [unseen] : [])],
    };
  } finally {
    await marking.close();
  }
}

function unmarked(content: ContentSource, notes: readonly string[]): MarkedSource {
  return { content, marks: [], notes: [manifestMissed, ...notes], close: async () => undefined };
}

async function expectFormat(source: ContentSource, kind: MediaKind | undefined): Promise<LargeFormat> {
  const format = await detectLargeFormat(source);
  if (!format) throw new UnsupportedMedia(unsupported);
  if (kind !== undefined && kind !== format.kind) {
    throw new UnsupportedMedia(
      `The content has the format ${format.kind}, not ${kind}. Set format to ${format.kind}, or leave it out.`,
    );
  }
  return format;
}

async function copy(file: ContentSource, sink: ContentSink, { signal, onProgress }: Stage): Promise<void> {
  let done = 0;
  for await (const piece of piecesOf(file, signal)) {
    await sink.write(piece);
    done += piece.length;
    onProgress(done / file.size);
  }
}
