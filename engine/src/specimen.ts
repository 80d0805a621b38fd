// Content under examination: what its format finds in it. Each thing is read at most once, and only
// on demand. Broken parts read as absent. A brief examination ends with SearchNeeded before
// anything that takes long.
import type { Changes } from './changes.ts';
import { absentIfRefused } from './containers/broken-media.ts';
import { decodeForSearch } from './decode-sound.ts';
import { distinctStretch } from './distinct-stretch.ts';
import { EngineError, hasCode } from './engine-error.ts';
import { findSoundMark } from './find-sound-mark.ts';
import { type Landmarks, soughtLandmarks } from './fingerprints/acoustic/landmarks.ts';
import { hashViews } from './fingerprints/perceptual-hash/hash-views.ts';
import { type ReadText, readText } from './fingerprints/text/text-fingerprint.ts';
import type { MediaFormat, MediaKind, Sound } from './formats/media-format.ts';
import type { StillPicture } from './formats/still-picture.ts';
import { type Content, sizeOf } from './large-files/content-source.ts';
import type { MediaDecoder } from './media-decoder/media-decoder.ts';
import type { Decoding, Inference, SearchNotice } from './ports.ts';
import { type DeliverableFile, Reconstruction } from './reconstruction.ts';
import type { CheckName } from './verdicts/check-words.ts';
import { localizeSoundChanges } from './watermarks/dct-audio/localize.ts';
import { type ImageNetworks, NetworksUnavailable, type SoundNetworks } from './watermarks/neural/networks.ts';
import { readKeyframes, readNeuralMark, VIEWED_SIDE } from './watermarks/neural/read-mark.ts';
import { readSoundMark } from './watermarks/neural/read-sound-mark.ts';
import { SIDE, type SmallPicture } from './watermarks/neural/small-picture.ts';
import { viewOf } from './watermarks/neural/view.ts';

export const unseen = {
  empty: 'The upload is empty.',
  unknown: 'The service cannot read this file format, so it looked only for a C2PA manifest.',
  video:
    'The optional video decoder is not installed, so the service did not check the frames and the audio of the video.',
  compressed:
    'The optional media decoder is not installed, so the service did not search the audio for a watermark or a fingerprint.',
  coding:
    'The service cannot read the encoding of this WAV file, so it did not search for a watermark or a fingerprint. It can read PCM, floating point, A-law and µ-law.',
} as const;

/** Only a search of pictures or sound could find more. */
export class SearchNeeded extends EngineError {
  override readonly name = 'SearchNeeded';
  readonly code = 'search_needed';
}

export class Specimen {
  readonly reconstruction: DeliverableFile;
  /** What the search has really covered so far. */
  readonly ran = new Set<CheckName>();
  readonly #content: Content;
  readonly #format: MediaFormat | null;
  readonly #decoder: MediaDecoder | undefined;
  readonly #networks: ImageNetworks | undefined;
  readonly #briefly: boolean;
  readonly #soundNetworks: SoundNetworks | undefined;
  readonly #ports: SearchNotice;
  #notice: Promise<void> | undefined;
  #mark: Promise<string | null> | undefined;
  #neuralMark: Promise<string | null> | undefined;
  #networksMissed = false;
  #isBroken = false;
  #picture: StillPicture | undefined;
  #sound: Promise<Sound | null> | undefined;
  #stretch: Promise<Sound | null> | undefined;
  #text: { readonly read: ReadText | null } | undefined;

  constructor(
    content: Content,
    ports: Decoding & Inference & SearchNotice,
    briefly = false,
    reconstruction: DeliverableFile = new Reconstruction(inMemory(content)),
  ) {
    this.#content = content;
    this.#briefly = briefly;
    this.#decoder = ports.decoder;
    this.#networks = ports.networks;
    this.#soundNetworks = ports.soundNetworks;
    this.#ports = ports;
    this.reconstruction = reconstruction;
    this.#format = this.reconstruction.format;
  }

  get kind(): MediaKind | null {
    return this.#format?.kind ?? null;
  }

  /** Whether it has something that can be read. */
  get state(): 'read' | 'empty' | 'unknown' | 'broken' {
    if (this.#isEmpty) return 'empty';
    if (!this.#format) return 'unknown';
    return this.#isBroken ? 'broken' : 'read';
  }

  /** What could not be examined here, in a sentence. */
  async unseen(): Promise<string | null> {
    if (this.#isEmpty) return unseen.empty;
    if (!this.#format) return unseen.unknown;
    if (this.kind === 'audio') return this.#unheard();
    return this.#format.needsDecoder && !this.#decoder ? unseen.video : null;
  }

  /**
   * Whether the caller asked for its neural mark, which could not be read because the networks are
   * missing.
   */
  get networksMissed(): boolean {
    return this.#networksMissed;
  }

  readToken(): string | null {
    return this.#read(() => {
      const token = this.reconstruction.readToken();
      this.ran.add('token');
      return token;
    });
  }

  readMark(): Promise<string | null> {
    this.#mark ??=
      this.kind === 'audio'
        ? this.#readSoundMark()
        : this.#readLater((format) => (this.#briefly ? this.#readMarkInPlace(format) : this.#seekMark(format)));
    return this.#mark;
  }

  /** Where the content does not carry the mark of that id. Null if that is unknown. */
  localize(id: string): Promise<Changes | null> {
    return this.#readLater(async (format) => {
      if (format.changedParagraphs) return { kind: 'text', ...format.changedParagraphs(this.#bytes, id) };
      this.#expectTime();
      if (format.kind === 'audio') {
        const sound = await this.#readSound();
        const changes = sound && localizeSoundChanges(sound.channels, sound.sampleRate, id);
        return changes && { kind: 'audio', ...changes };
      }
      const picture = format.watermark && this.#openPicture(format);
      const ofPicture = await picture?.localize(id);
      if (ofPicture) return { kind: 'image', ...ofPicture };
      const ofVideo = this.#decoder && (await format.inBand?.localize(this.#content, this.#decoder, id));
      return ofVideo ? { kind: 'video', ...ofVideo } : null;
    });
  }

  readNeuralMark(): Promise<string | null> {
    this.#neuralMark ??= this.#readLater(async (format) => {
      if (format.kind === 'audio') return this.#readNeuralSound();
      const { openPicture, inBand } = format;
      if (!this.#networks || !(openPicture || inBand)) return null;
      this.#expectTime();
      await this.beginSearch();
      const picture = this.#openPicture(format);
      if (picture) {
        const shrink: Parameters<typeof readNeuralMark>[1] = (part) => picture.shrink(VIEWED_SIDE, part);
        return this.#note('neural_watermark', readNeuralMark(this.#networks, shrink));
      }
      if (!this.#decoder) return null;
      const keyframes = inBand!.keyframes(this.#content, this.#decoder);
      return this.#note('neural_watermark', readKeyframes(this.#networks, keyframes));
    }).catch((problem) => {
      if (!(problem instanceof NetworksUnavailable)) throw problem;
      // Without their networks, sounds were never marked, so nothing is missed.
      this.#networksMissed = this.kind !== 'audio' || problem.state === 'altered';
      return null;
    });
    return this.#neuralMark;
  }

  perceptualHash(): Promise<string | null> {
    return this.#readLater(async (format) => {
      if (!format.perceptualHash) return null;
      this.#expectTime();
      await this.beginSearch();
      // Computed from the file, as in signing. With the decoded luma, two bits of 64 can differ.
      return this.#note('looks', format.perceptualHash(this.#content, this.#decoder));
    });
  }

  /**
   * Several views of a picture, or of the first one of a video. Null if there is nothing to see.
   */
  hashViews(): Promise<Iterable<string> | null> {
    return this.#readLater(async (format) => {
      const small = await this.#glance(format);
      return small && hashViews(viewOf(small), small.orientation);
    });
  }

  /** Landmarks of some places of the sound, to try one after the other. */
  async excerpts(): Promise<Iterable<Landmarks>> {
    const sound = await this.#soughtSound();
    return sound ? soughtLandmarks(sound.channels, sound.sampleRate) : [];
  }

  /** The visible text. Null for content that has none, or too little. */
  text(): ReadText | null {
    this.#text ??= {
      read: this.#read((format) => {
        if (!format.visibleText) return null;
        const text = format.visibleText(this.#bytes);
        this.ran.add('words');
        return text === null ? null : readText(text);
      }),
    };
    return this.#text.read;
  }

  /** Announces a search that takes seconds, once. */
  beginSearch(): Promise<void> {
    this.#notice ??= Promise.resolve(this.#ports.beginSearch?.(this.kind!));
    return this.#notice;
  }

  async #unheard(): Promise<string | null> {
    if (await this.#readSound()) return null;
    if (!this.#format?.readSound) return this.#decoder ? null : unseen.compressed;
    // Says nothing about a broken file, because that throws.
    return this.#read((format) => (format.readSound?.(this.#bytes) ? null : unseen.coding));
  }

  get #isEmpty(): boolean {
    return sizeOf(this.#content) === 0;
  }

  get #bytes(): Uint8Array {
    return inMemory(this.#content);
  }

  #expectTime(): void {
    if (this.#briefly) throw new SearchNeeded();
  }

  #seekMark(format: MediaFormat): Promise<string | null> | undefined {
    const { watermark, inBand } = format;
    if (watermark) return this.#note('watermark', watermark.read(this.#bytes, this.#openPicture(format)));
    const reading = inBand?.read(this.#content, this.#decoder);
    return this.#decoder && reading ? this.#note('watermark', reading) : reading;
  }

  #openPicture(format: MediaFormat): StillPicture | undefined {
    this.#picture ??= format.openPicture?.(this.#bytes);
    return this.#picture;
  }

  async #glance(format: MediaFormat): Promise<SmallPicture | null> {
    const picture = this.#openPicture(format);
    if (picture) {
      if (this.#briefly && !(await picture.isQuick())) this.#expectTime();
      return picture.glance(SIDE);
    }
    if (!format.inBand || !this.#decoder) return null;
    this.#expectTime();
    for await (const shrink of format.inBand.keyframes(this.#content, this.#decoder)) return shrink();
    return null;
  }

  // Reading text takes a moment. For other content, anything that is not in its place needs a
  // search.
  async #readMarkInPlace(format: MediaFormat): Promise<string | null> {
    if (format.kind !== 'text') {
      const id = await format.watermark?.readInPlace?.(this.#bytes);
      if (!id) this.#expectTime();
      if (id) this.ran.add('watermark');
      return id ?? null;
    }
    return format.watermark ? this.#note('watermark', format.watermark.read(this.#bytes)) : null;
  }

  async #readSoundMark(): Promise<string | null> {
    const sound = await this.#soughtSound();
    if (sound) this.ran.add('watermark');
    return sound && findSoundMark(sound);
  }

  async #readNeuralSound(): Promise<string | null> {
    const sound = this.#soundNetworks && (await this.#soughtSound());
    if (!sound) return null;
    await this.beginSearch();
    return this.#note('neural_watermark', readSoundMark(this.#soundNetworks!, sound.channels, sound.sampleRate));
  }

  /** Without silence and repetition, in which a search finds nothing. */
  #soughtSound(): Promise<Sound | null> {
    this.#stretch ??= this.#readSound().then((sound) => sound && distinctStretch(sound));
    return this.#stretch;
  }

  #readSound(): Promise<Sound | null> {
    this.#sound ??= this.#readLater(async (format) => {
      if (format.kind === 'audio') this.#expectTime();
      const sound = format.readSound?.(this.#bytes);
      if (sound || !this.#decoder || format.kind !== 'audio') return sound ?? null;
      return decodeForSearch(format, this.#bytes, this.#decoder);
    });
    return this.#sound;
  }

  #read<Value>(read: (format: MediaFormat) => Value): Value | null {
    try {
      return this.#format && read(this.#format);
    } catch (error) {
      return this.#absentIfRefused(error);
    }
  }

  async #readLater<Value>(read: (format: MediaFormat) => Promise<Value | null> | undefined): Promise<Value | null> {
    try {
      return (this.#format && (await read(this.#format))) ?? null;
    } catch (error) {
      return this.#absentIfRefused(error);
    }
  }

  /** A check that failed because the content is broken did not run. */
  async #note<Value>(name: CheckName, check: Promise<Value> | Value): Promise<Value> {
    const value = await check;
    this.ran.add(name);
    return value;
  }

  #absentIfRefused(error: unknown): null {
    this.#isBroken ||= hasCode(error, 'broken_media');
    return absentIfRefused(error);
  }
}

function inMemory(content: Content): Uint8Array {
  if (content instanceof Uint8Array) return content;
  throw new Error('Only a video can be larger than memory.');
}
