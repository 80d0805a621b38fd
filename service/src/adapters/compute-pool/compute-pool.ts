// The processes that work on content. Neither the event loop nor the fate of the service depends on
// them: native code that crashes or takes too long ends its process and costs one response. They
// form two lanes, so that what takes milliseconds never waits behind what takes a second: text,
// manifests and verification go to light processes; marking pictures, sound and video, searching
// them, and large files to heavy ones, which give way on the processor (docs/decisions/0016 and
// 0025).
import { availableParallelism } from 'node:os';
import {
  type Accelerator,
  detectFormat,
  type EmbeddedMedia,
  type EmbedPorts,
  type EmbedRequest,
  type GeneratorIndex,
  isDecoderInstalled,
  type ManifestIndex,
  type NetworksState,
  type RecordIndex,
  type SearchNotice,
  type SignedMedia,
  type Signer,
  type SignRequest,
  type StorePorts,
  type StoreReading,
  type StoreRequest,
  type TokenIndex,
  type VerificationResult,
  type VerifyRequest,
} from '@content-provenance/engine';
import { createLane, type Lane } from './lane.ts';
import type { Task } from './recipes.ts';

export { ContentRefused, OutOfTime, PoolBusy, WorkInterrupted } from './work-problems.ts';

/**
 * caller: whose work it is, a network or an organization. Those who wait for a process take turns.
 */
export interface ComputePool {
  sign(upload: Uint8Array, request: SignRequest, signer: Signer, caller: string): Promise<SignedMedia>;
  verify(
    content: Uint8Array,
    request: VerifyRequest,
    ports: RecordIndex & TokenIndex & ManifestIndex & GeneratorIndex & Required<SearchNotice>,
    caller: string,
  ): Promise<VerificationResult>;
  /** null: the upload is no file of the record. */
  embedManifest(
    upload: Uint8Array,
    request: EmbedRequest,
    ports: EmbedPorts,
    caller: string,
  ): Promise<EmbeddedMedia | null>;
  readStore(store: Uint8Array, request: StoreRequest, ports: StorePorts, caller: string): Promise<StoreReading>;
  /** Resolves when a process answers, or when all are at work: a busy pool is well. */
  ping(): Promise<void>;
  /** Whether compressed video and audio can be decoded here. */
  readonly decodes: boolean;
  /** Whether the networks of the neural watermark, of pictures or of sounds, can be loaded here. */
  examineNetworks(medium: 'image' | 'audio'): Promise<NetworksState | 'off'>;
  /** How many tasks are at work and how many wait for a process. */
  readonly lanes: Readonly<Record<'light' | 'heavy', { readonly busy: number; readonly waiting: number }>>;
  close(): Promise<void>;
}

export interface ComputePoolOptions {
  /** Of each lane. */
  readonly processes?: number;
  /** Of each lane. */
  readonly longestLine?: number;
  readonly waitMilliseconds?: number;
  readonly taskMilliseconds?: number;
  /** false: no decoder. */
  readonly decodes?: boolean;
  /** false: pictures and sounds neither carry the neural watermark nor are searched for it. */
  readonly neural?: boolean;
  /** What the networks run on; without one, on the processor. */
  readonly accelerator?: Accelerator | undefined;
}

/** A frame of 8K takes 50 megabytes, and encoders keep some dozen. */
const decoderMemory = 1.5 * 1024 ** 3;
/** A task that encodes a video again may take so many times as long as another. */
const encodingFactor = 3;
/** Of a file, hashed and read within some milliseconds. */
const mostLightBytes = 1024 * 1024;
/**
 * At 3 the kernel gives half of what it gives the service at 0 (sched(7)). The service goes before
 * light processes, too.
 */
const niceness = { light: 1, heavy: 3 };

export function createComputePool({
  processes = Math.max(2, availableParallelism()),
  longestLine = 64,
  waitMilliseconds = 30_000,
  taskMilliseconds = 60_000,
  decodes = isDecoderInstalled(),
  neural = true,
  accelerator,
}: ComputePoolOptions = {}): ComputePool {
  const equipment = { decoderMemory: decodes ? decoderMemory : null, neural, accelerator };
  const options = { processes, longestLine, waitMilliseconds, equipment };
  const light = createLane({ ...options, kept: 1, niceness: niceness.light });
  const heavy = createLane({ ...options, kept: 0, niceness: niceness.heavy });
  const networksStates = new Map<string, NetworksState>();

  async function run<Result>(
    lane: Lane,
    task: Task,
    ports: object,
    caller?: string,
    milliseconds = taskMilliseconds,
  ): Promise<Result> {
    const finished = await lane.run<Result>(task, ports, milliseconds, caller);
    if (finished) return finished.result;
    throw new Error('A recipe that was not asked to be brief ended before its search.');
  }

  return {
    sign: (bytes, request, signer, caller) =>
      run<SignedMedia>(
        isLarge(bytes) || isMarkedSlowly(bytes) ? heavy : light,
        { recipe: 'sign', bytes, request },
        signer,
        caller,
        request.inBand && taskMilliseconds * encodingFactor,
      ),

    // Whether content has to be searched shows only when it is looked at: it is looked at briefly
    // first.
    async verify(bytes, request, ports, caller) {
      const task = { recipe: 'verify', bytes, request } as const;
      const briefly = { ...task, request: { ...request, briefly: true } };
      const finished = isLarge(bytes)
        ? null
        : await light.run<VerificationResult>(briefly, ports, taskMilliseconds, caller);
      return finished?.result ?? run(heavy, task, ports, caller);
    },

    embedManifest: (bytes, request, ports, caller) =>
      run<EmbeddedMedia | null>(isLarge(bytes) ? heavy : light, { recipe: 'embed', bytes, request }, ports, caller),
    readStore: (bytes, request, ports, caller) =>
      run<StoreReading>(isLarge(bytes) ? heavy : light, { recipe: 'read-store', bytes, request }, ports, caller),
    ping: () => light.ping(),
    decodes,
    async examineNetworks(medium) {
      if (!neural) return 'off';
      const state = networksStates.get(medium) ?? (await run<NetworksState>(light, { recipe: 'examine', medium }, {}));
      networksStates.set(medium, state);
      return state;
    },
    lanes: { light, heavy },
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
