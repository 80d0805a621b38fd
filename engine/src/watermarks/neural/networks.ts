// The two networks of models/, run by the optional package onnxruntime-node. Each is loaded when it is first asked for, after
// its file has been checked against its SHA-256, and kept. Where the package or a file is missing, or a file is another than
// the manifest says, every call fails with the same NetworksUnavailable.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { InferenceSession } from 'onnxruntime-node';
import { CODE_BITS } from './code-word.ts';
import { SIDE } from './small-picture.ts';

export interface ImageNetworks {
  /** The luma residual, in 0…1 and SIDE × SIDE, that puts the bits into a picture: RGB in three planes, 0…1. */
  encode(picture: Float32Array, bits: Float32Array): Promise<Float32Array>;
  /** A logit for each bit, positive for 1; all bits anew for each of the sixteen shifts at which a square view may lie. */
  decode(view: Float32Array): Promise<Float32Array>;
}

/** absent: the package or a file is not there. altered: a file is not the one that the manifest names. */
export type NetworksState = 'ok' | 'absent' | 'altered';

export class NetworksUnavailable extends Error {
  readonly state: Exclude<NetworksState, 'ok'>;

  constructor(state: Exclude<NetworksState, 'ok'>, options?: ErrorOptions) {
    super(`The networks of the neural watermark are ${state}.`, options);
    this.state = state;
  }
}

type Runtime = typeof import('onnxruntime-node');

const files = { encoder: 'image-encoder.onnx', decoder: 'image-decoder.onnx' } as const;
const modelsFolder = new URL('../../../../models/', import.meta.url);
// A thread a session: the pool has a worker for each core already.
const sessionOptions: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  // Without the arena memory goes back after each picture; it costs no time here.
  enableCpuMemArena: false,
};

export function openNetworks(folder = modelsFolder): ImageNetworks {
  const sessions = new Map<string, Promise<{ runtime: Runtime; session: InferenceSession }>>();
  const sessionOf = (file: string) => {
    if (!sessions.has(file)) sessions.set(file, load(folder, file));
    return sessions.get(file)!;
  };
  return {
    async encode(picture, bits) {
      const { runtime, session } = await sessionOf(files.encoder);
      const { residual } = await session.run({
        image: new runtime.Tensor('float32', picture, [1, 3, SIDE, SIDE]),
        bits: new runtime.Tensor('float32', bits, [1, CODE_BITS]),
      });
      return residual!.data as Float32Array;
    },
    async decode(view) {
      const { runtime, session } = await sessionOf(files.decoder);
      const side = Math.sqrt(view.length / 3);
      const { logits } = await session.run({ image: new runtime.Tensor('float32', view, [1, 3, side, side]) });
      return logits!.data as Float32Array;
    },
  };
}

/** Looks at the package and the files, and loads no network. */
export async function examineNetworks(folder = modelsFolder): Promise<NetworksState> {
  try {
    await Promise.all([importRuntime(), ...Object.values(files).map((file) => readModel(folder, file))]);
    return 'ok';
  } catch (problem) {
    if (problem instanceof NetworksUnavailable) return problem.state;
    throw problem;
  }
}

async function load(folder: URL, file: string) {
  const [runtime, model] = await Promise.all([importRuntime(), readModel(folder, file)]);
  return { runtime, session: await orAbsent(runtime.InferenceSession.create(model, sessionOptions)) };
}

/**
 * The runtime carries telemetry for its makers, and opens a log for it that child processes inherit. It asks the environment of the
 * process, which only the main thread can set.
 */
export function silenceRuntime(): void {
  process.env.ORT_DISABLE_TELEMETRY = '1';
}

// A package for another processor or C library fails here too.
function importRuntime(): Promise<Runtime> {
  silenceRuntime();
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

async function orAbsent<Value>(attempt: Promise<Value>): Promise<Value> {
  try {
    return await attempt;
  } catch (cause) {
    throw new NetworksUnavailable('absent', { cause });
  }
}
