// The processes that work on content. If native code crashes or takes too long, its process ends,
// which costs one response but does not affect the service or its event loop. They form two lanes,
// so that work of milliseconds never waits behind work of a second: text, manifests and
// verification go to light processes. Marking pictures, sound and video, searching them, and large
// files go to heavy ones, which have a lower priority (docs/decisions/0016 and 0025).
import { availableParallelism } from 'node:os';
import {
  type Accelerator,
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
  type SignRequest,
  type StorePorts,
  type StoreReading,
  type StoreRequest,
  type TokenIndex,
  type VerificationResult,
  type VerifyRequest,
} from '@content-provenance/engine';
import { createLane, type Lane } from './lane.ts';
import { isLarge } from './light-work.ts';
import { createLongTasks, type LongTasks } from './long-tasks.ts';
import type { Task } from './recipes.ts';
import { signUploads, type UploadToSign } from './sign-uploads.ts';

export { ContentRefused, OutOfTime, PoolBusy, WorkInterrupted } from './work-problems.ts';

/** caller: the owner of the work, a network or an organization. Waiting callers take turns. */
export interface ComputePool {
  /** Each upload has its own result, in order. */
  sign(uploads: readonly UploadToSign[], caller: string): Promise<PromiseSettledResult<SignedMedia>[]>;
  verify(
    content: Uint8Array,
    request: VerifyRequest,
    ports: RecordIndex & TokenIndex & ManifestIndex & GeneratorIndex & Required<SearchNotice>,
    caller: string,
  ): Promise<VerificationResult>;
  /** Null: the upload is not a file of the record. */
  embedManifest(
    upload: Uint8Array,
    request: EmbedRequest,
    ports: EmbedPorts,
    caller: string,
  ): Promise<EmbeddedMedia | null>;
  readStore(store: Uint8Array, request: StoreRequest, ports: StorePorts, caller: string): Promise<StoreReading>;
  /** Work of jobs, which has no time limit. */
  readonly longTasks: LongTasks;
  /** Resolves when a process responds, or when all are at work: a busy pool is healthy. */
  ping(): Promise<void>;
  /** Whether compressed video and audio can be decoded here. */
  readonly decodes: boolean;
  /** Whether the networks of the neural watermark, of pictures or of sounds, can be loaded here. */
  examineNetworks(medium: 'image' | 'audio'): Promise<NetworksState | 'off'>;
  /** How many tasks are in progress, how many wait for a process, and for how long. */
  readonly lanes: Readonly<Record<'light' | 'heavy', Pick<Lane, 'busy' | 'waiting' | 'longestWaitMilliseconds'>>>;
  close(): Promise<void>;
}

export interface ComputePoolOptions {
  /** For each lane. */
  readonly processes?: number;
  /** For each lane. */
  readonly longestLine?: number;
  readonly waitMilliseconds?: number;
  readonly taskMilliseconds?: number;
  /** False: no decoder. */
  readonly decodes?: boolean;
  /** False: pictures and sounds neither carry the neural watermark nor are searched for it. */
  readonly neural?: boolean;
  /** The accelerator for the networks. Without one, they run on the processor. */
  readonly accelerator?: Accelerator | undefined;
}

/** A frame of 8K takes 50 MB, and encoders keep about twelve. */
const decoderMemory = 1.5 * 1024 ** 3;
/** How many times as long as another task one that encodes a video can take. */
const encodingFactor = 3;
/**
 * At 3, the kernel gives half of what it gives the service at 0 (sched(7)). The service has
 * priority over light processes too.
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
  const light = createLane({ ...options, name: 'light', kept: 1, niceness: niceness.light });
  const heavy = createLane({ ...options, name: 'heavy', kept: 0, niceness: niceness.heavy });
  const networksStates = new Map<string, NetworksState>();

  async function run<Result>(lane: Lane, task: Task, ports: object, caller?: string): Promise<Result> {
    const finished = await lane.run<Result>(task, ports, taskMilliseconds, caller);
    if (finished) return finished.result;
    throw new Error('A recipe that was not asked to be brief ended before its search.');
  }

  return {
    sign(uploads, caller) {
      const millisecondsFor = ({ inBand }: SignRequest) => taskMilliseconds * (inBand ? encodingFactor : 1);
      return signUploads({ light, heavy, millisecondsFor }, uploads, caller);
    },

    // Only a look at the content shows whether it needs a search, so a brief look comes first.
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
    longTasks: createLongTasks({ equipment }),
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
