// The networks of models/, two for pictures and two for sounds, run by the optional package
// onnxruntime-node. Each is loaded on first use, after a check of its file against its SHA-256, and
// kept. If the package or a file is missing, or a file differs from the manifest, every call fails
// with the same NetworksUnavailable. A network that is present but does not run, for example
// without memory, fails with Interrupted.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { InferenceSession } from 'onnxruntime-node';
import { EngineError } from '../../engine-error.ts';
import { Interrupted } from '../../interrupted.ts';
import { CODE_BITS } from './code-word.ts';
import { SIDE } from './small-picture.ts';

export interface ImageNetworks {
  /**
   * The luma residual, in 0…1 and SIDE × SIDE, that adds the bits to a picture: RGB in three
   * planes, 0…1.
   */
  encode(picture: Float32Array, bits: Float32Array): Promise<Float32Array>;
  /**
   * A logit for each bit, positive for 1. All bits repeat for each of the sixteen shifts that a
   * square view can have.
   */
  decode(view: Float32Array): Promise<Float32Array>;
}

export interface SoundNetworks {
  /** Loads it if necessary, before work that would be useless without it. */
  ready(network: 'encoder' | 'decoder'): Promise<void>;
  /**
   * The residual, as long as the sound, that adds the bits to mono samples at 16 kHz. Their number
   * is a multiple of CELL.
   */
  encode(sound: Float32Array, bits: Float32Array): Promise<Float32Array>;
  /**
   * A logit for each bit, positive for 1. All bits repeat for each of the 32 cells of the period at
   * which a sound can start.
   */
  decode(sound: Float32Array): Promise<Float32Array>;
}

/**
 * absent: the package or a file is missing. altered: a file is not the one that the manifest names.
 */
export type NetworksState = 'ok' | 'absent' | 'altered';

export class NetworksUnavailable extends EngineError {
  readonly code = 'networks_unavailable';
  readonly state: Exclude<NetworksState, 'ok'>;

  constructor(state: Exclude<NetworksState, 'ok'>, options?: ErrorOptions) {
    super(`The networks of the neural watermark are ${state}.`, options);
    this.state = state;
  }
}

/** ONNX Runtime's names. The operator must install what each of them needs. */
export const accelerators = ['cuda', 'coreml', 'dml', 'webgpu'] as const;
export type Accelerator = (typeof accelerators)[number];

type Runtime = typeof import('onnxruntime-node');

const files = {
  image: { encoder: 'image-encoder.onnx', decoder: 'image-decoder.onnx' },
  audio: { encoder: 'audio-encoder.onnx', decoder: 'audio-decoder.onnx' },
} as const;
/**
 * Errors for a missing file, a missing package, and a library in it that does not fit this machine.
 */
const absences = new Set(['ENOENT', 'ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', 'ERR_DLOPEN_FAILED'] as unknown[]);
/** In networks this small, more threads would wait for each other. */
const MOST_THREADS = 4;
const modelsFolder = new URL('../../../../models/', import.meta.url);
const sessionOptions: InferenceSession.SessionOptions = {
  intraOpNumThreads: Math.min(availableParallelism(), MOST_THREADS),
  interOpNumThreads: 1,
  // A thread without work sleeps, because other processes of the machine can use the processor.
  extra: { session: { intra_op: { allow_spinning: '0' } } },
  // Without the arena, memory is freed after each picture. It costs no time here.
  enableCpuMemArena: false,
};

export function openNetworks(folder = modelsFolder, accelerator?: Accelerator): ImageNetworks {
  const { run } = sessionsOf(folder, accelerator);
  return {
    async encode(picture, bits) {
      const [image, word] = [tensor(picture, 1, 3, SIDE, SIDE), tensor(bits, 1, CODE_BITS)];
      return (await run(files.image.encoder, { image, bits: word })).residual!;
    },
    async decode(view) {
      const side = Math.sqrt(view.length / 3);
      return (await run(files.image.decoder, { image: tensor(view, 1, 3, side, side) })).logits!;
    },
  };
}

export function openSoundNetworks(folder = modelsFolder, accelerator?: Accelerator): SoundNetworks {
  const { run, sessionOf } = sessionsOf(folder, accelerator);
  return {
    async ready(network) {
      await sessionOf(files.audio[network]);
    },
    async encode(samples, bits) {
      const [sound, word] = [tensor(samples, 1, samples.length), tensor(bits, 1, CODE_BITS)];
      return (await run(files.audio.encoder, { sound, bits: word })).residual!;
    },
    async decode(samples) {
      return (await run(files.audio.decoder, { sound: tensor(samples, 1, samples.length) })).logits!;
    },
  };
}

interface Values {
  readonly data: Float32Array;
  readonly shape: readonly number[];
}

function tensor(data: Float32Array, ...shape: number[]): Values {
  return { data, shape };
}

/** Networks by the names of their files. A session is created once and kept. */
function sessionsOf(folder: URL, accelerator: Accelerator | undefined) {
  const sessions = new Map<string, Promise<{ runtime: Runtime; session: InferenceSession }>>();
  const sessionOf = (file: string) => {
    if (!sessions.has(file)) sessions.set(file, load(folder, file, accelerator));
    return sessions.get(file)!;
  };
  const run = async (file: string, inputs: Record<string, Values>): Promise<Record<string, Float32Array>> => {
    const { runtime, session } = await sessionOf(file);
    const fed = Object.entries(inputs).map(([name, { data, shape }]) => [
      name,
      new runtime.Tensor('float32', data, shape),
    ]);
    const answers = await orInterrupted(session.run(Object.fromEntries(fed)));
    return Object.fromEntries(Object.entries(answers).map(([name, { data }]) => [name, data as Float32Array]));
  };
  return { run, sessionOf };
}

/** Checks the package and the files, and loads no network. */
export async function examineNetworks(
  medium: keyof typeof files = 'image',
  folder = modelsFolder,
): Promise<NetworksState> {
  try {
    await Promise.all([importRuntime(), ...Object.values(files[medium]).map((file) => readModel(folder, file))]);
    return 'ok';
  } catch (problem) {
    if (problem instanceof NetworksUnavailable) return problem.state;
    throw problem;
  }
}

async function load(folder: URL, file: string, accelerator: Accelerator | undefined) {
  const [runtime, model] = await Promise.all([importRuntime(), readModel(folder, file)]);
  const session =
    (accelerator && (await accelerate(runtime, model, accelerator))) ??
    (await orInterrupted(runtime.InferenceSession.create(model, sessionOptions)));
  return { runtime, session };
}

/**
 * Null: the accelerator cannot be used here. The networks then run on the processor, which gives
 * the same results later.
 */
async function accelerate(runtime: Runtime, model: Uint8Array, accelerator: Accelerator) {
  try {
    const supported = runtime.listSupportedBackends().map(({ name }) => name);
    if (!supported.includes(accelerator)) throw new Error(`this build of ONNX Runtime has ${supported.join(', ')}.`);
    // The processor computes what the accelerator cannot.
    const executionProviders = [accelerator, 'cpu'] as const;
    return await runtime.InferenceSession.create(model, { ...sessionOptions, executionProviders });
  } catch (problem) {
    warnOnce(accelerator, (problem as Error).message);
    return null;
  }
}

const warned = new Set<Accelerator>();

function warnOnce(accelerator: Accelerator, reason: string): void {
  if (warned.has(accelerator)) return;
  warned.add(accelerator);
  process.emitWarning(`The accelerator ${accelerator} cannot be used, so the networks run on the processor: ${reason}`);
}

// A package for another processor or C library fails here too.
function importRuntime(): Promise<Runtime> {
  // The runtime has telemetry for its makers, and opens a log for it that child processes inherit.
  process.env.ORT_DISABLE_TELEMETRY = '1';
  return orAbsent(import('onnxruntime-node'));
}

async function readModel(folder: URL, file: string): Promise<Uint8Array> {
  const [manifest, model] = await orAbsent(
    Promise.all(['manifest.json', file].map((name) => readFile(new URL(name, folder)))),
  );
  const known = JSON.parse(manifest!.toString()) as Record<string, { sha256: string } | undefined>;
  const digest = createHash('sha256').update(model!).digest('hex');
  if (known[file]?.sha256 !== digest) throw new NetworksUnavailable('altered');
  return model!;
}

async function orInterrupted<Value>(attempt: Promise<Value>): Promise<Value> {
  try {
    return await attempt;
  } catch (cause) {
    throw new Interrupted('A network of the neural watermark could not be run.', { cause });
  }
}

async function orAbsent<Value>(attempt: Promise<Value>): Promise<Value> {
  try {
    return await attempt;
  } catch (cause) {
    if (absences.has((cause as NodeJS.ErrnoException).code)) throw new NetworksUnavailable('absent', { cause });
    throw new Interrupted('The networks of the neural watermark could not be loaded.', { cause });
  }
}
