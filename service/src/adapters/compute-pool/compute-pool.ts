// The threads that work on content, so that the event loop never does. They stand in two lanes, so that what takes
// milliseconds never waits behind what takes a second: text, manifests and verification go to light threads; marking pictures,
// sound and video, searching them, and large files to heavy ones, which give way on the processor (docs/decisions/0016).
import { availableParallelism } from 'node:os';
import {
  detectFormat,
  type EmbeddedMedia,
  type EmbedRequest,
  examineNetworks,
  type GeneratorIndex,
  isDecoderInstalled,
  type NetworksState,
  type RecordIndex,
  type SearchNotice,
  type SignedMedia,
  type Signer,
  type SignRequest,
  silenceRuntime,
  type TokenIndex,
  type VerificationResult,
  type VerifyRequest,
} from '@content-provenance/engine';
import { createLane, type Lane } from './lane.ts';
import type { DecoderLimits, Recipe } from './media-worker.ts';

export { ContentRefused, DecoderEnded, PoolBusy } from './lane.ts';

/** caller: whose work it is, an address or an organization. Those who wait for a thread take turns. */
export interface ComputePool {
  sign(upload: Uint8Array, request: SignRequest, signer: Signer, caller: string): Promise<SignedMedia>;
  verify(
    content: Uint8Array,
    request: VerifyRequest,
    ports: RecordIndex & TokenIndex & GeneratorIndex & Required<SearchNotice>,
    caller: string,
  ): Promise<VerificationResult>;
  /** null: the upload is no file of the record. */
  embedManifest(
    upload: Uint8Array,
    request: EmbedRequest,
    ports: Signer & GeneratorIndex & TokenIndex,
    caller: string,
  ): Promise<EmbeddedMedia | null>;
  /** Resolves when a thread answers, or when all are at work: a busy pool is well. */
  ping(): Promise<void>;
  /** Whether compressed video and audio can be decoded here. */
  readonly decodes: boolean;
  /** Whether the networks of the neural watermark, of pictures or of sounds, can be loaded here. */
  examineNetworks(medium: 'image' | 'audio'): Promise<NetworksState | 'off'>;
  /** Tasks that wait for a thread. */
  readonly waiting: number;
  close(): Promise<void>;
}

export interface ComputePoolOptions {
  /** Of each lane. */
  readonly threads?: number;
  /** Of each lane. */
  readonly longestLine?: number;
  readonly waitMilliseconds?: number;
  readonly taskMilliseconds?: number;
  /** null: no decoder. */
  readonly decoder?: DecoderLimits | null;
  /** false: pictures and sounds neither carry the neural watermark nor are searched for it. */
  readonly neural?: boolean;
  /** At 3 the kernel gives half of what it gives a thread at 0, at 10 a tenth (sched(7)); idle: what no other thread wants, and at once. */
  readonly heavyNiceness?: number | 'idle';
}

/** A first picture takes milliseconds; a frame of 8K takes 50 megabytes, and encoders keep some dozen. */
export const decoderLimits: DecoderLimits = {
  milliseconds: 15_000,
  markMilliseconds: 170_000,
  memory: 1.5 * 1024 ** 3,
};
/** Of a task that encodes a video again. */
const encodingMilliseconds = 180_000;
/** Of a file, hashed and read within some milliseconds. */
const mostLightBytes = 1024 * 1024;
/** Elsewhere niceness is that of the whole process. */
const threadsHaveNiceness = process.platform === 'linux';
/** Of threads that are to be idle, as far as they may not be. */
const idleNiceness = 10;

export function createComputePool({
  threads = Math.max(2, availableParallelism()),
  longestLine = 64,
  waitMilliseconds = 30_000,
  taskMilliseconds = 60_000,
  decoder = isDecoderInstalled() ? decoderLimits : null,
  neural = true,
  heavyNiceness = 3,
}: ComputePoolOptions = {}): ComputePool {
  silenceRuntime();
  const options = { threads, longestLine, waitMilliseconds, decoder, neural };
  const wanted = heavyNiceness === 'idle' ? idleNiceness : heavyNiceness;
  const niceness = threadsHaveNiceness ? wanted : 0;
  // On a single core light work could keep idle threads from it for ever.
  const idle = threadsHaveNiceness && heavyNiceness === 'idle' && availableParallelism() > 1;
  const heavy = createLane({ ...options, niceness, idle });
  // The event loop goes before light threads, as these go before heavy ones. Idle ones would starve under a flood of verifications.
  const light = createLane({
    ...options,
    niceness: Math.floor(niceness / 2),
    ...(idle && { givesWayTo: heavy }),
  });
  const networksStates: Partial<Record<'image' | 'audio', Promise<NetworksState>>> = {};

  async function run<Result>(
    lane: Lane,
    recipe: Recipe,
    ports: object,
    caller: string,
    milliseconds = taskMilliseconds,
  ) {
    const finished = await lane.run<Result>(recipe, ports, milliseconds, caller);
    if ('result' in finished) return finished.result;
    throw new Error('A recipe that was not asked to be brief ended before its search.');
  }

  return {
    sign: (bytes, request, signer, caller) =>
      run<SignedMedia>(
        isLarge(bytes) || isMarkedSlowly(bytes) ? heavy : light,
        { recipe: 'sign', bytes, request },
        signer,
        caller,
        request.inBand && encodingMilliseconds,
      ),

    // Whether content has to be searched shows only when it is looked at: it is looked at briefly first.
    async verify(bytes, request, ports, caller) {
      const recipe = { recipe: 'verify', bytes, request } as const;
      if (isLarge(bytes)) return run<VerificationResult>(heavy, recipe, ports, caller);
      const briefly = { ...recipe, request: { ...request, briefly: true } };
      const finished = await light.run<VerificationResult>(briefly, ports, taskMilliseconds, caller);
      if ('result' in finished) return finished.result;
      return run<VerificationResult>(heavy, { ...recipe, bytes: finished.unfinished }, ports, caller);
    },

    embedManifest: (bytes, request, ports, caller) =>
      run<EmbeddedMedia | null>(isLarge(bytes) ? heavy : light, { recipe: 'embed', bytes, request }, ports, caller),
    ping: () => light.ping(),
    decodes: decoder !== null,
    async examineNetworks(medium) {
      if (!neural) return 'off';
      networksStates[medium] ??= examineNetworks(medium);
      return networksStates[medium];
    },
    get waiting() {
      return light.waiting + heavy.waiting;
    },
    close: async () => void (await Promise.all([light.close(), heavy.close()])),
  };
}

function isLarge(bytes: Uint8Array): boolean {
  return bytes.length > mostLightBytes;
}

function isMarkedSlowly(bytes: Uint8Array): boolean {
  const kind = detectFormat(bytes)?.kind;
  return kind !== undefined && kind !== 'text';
}
