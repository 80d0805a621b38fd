// What runs in a thread of the compute pool: one recipe of the engine on one upload. The recipe's ports are answered by
// the main thread; the decoder, to which content itself goes, is a process of this thread's own.
import type { MessagePort } from 'node:worker_threads';
import {
  BrokenMedia,
  type ClosableDecoder,
  createDecoder,
  DecoderLost,
  type EmbedRequest,
  embedManifest,
  type ImageNetworks,
  openNetworks,
  openSoundNetworks,
  SearchNeeded,
  type SignRequest,
  type SoundNetworks,
  sign,
  UnsupportedMedia,
  type VerifyRequest,
  verify,
} from '@content-provenance/engine';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { openDecoderProcess } from '../media-decoder/decoder-process.ts';
import { runWhenIdle } from '../processor/thread-policy.ts';
import { callPorts } from './port-calls.ts';

export interface DecoderLimits {
  readonly milliseconds: number;
  /** For encoding a video again. */
  readonly markMilliseconds: number;
  /** Bytes of resident memory. */
  readonly memory: number;
}

export type Recipe = { readonly bytes: Uint8Array } & (
  | { readonly recipe: 'sign'; readonly request: SignRequest }
  | { readonly recipe: 'verify'; readonly request: VerifyRequest }
  | { readonly recipe: 'embed'; readonly request: EmbedRequest }
);

export type MediaTask = Recipe & {
  readonly port: MessagePort;
  /** null: there is no decoder. */
  readonly decoder: DecoderLimits | null;
  /** Whether pictures carry, and are searched for, the neural watermark. */
  readonly neural: boolean;
  /** Whether the thread runs only while no other wants its core. */
  readonly idle: boolean;
};

/** unfinished: the content, handed back before a search that was not to begin. */
export type Finished<Result> = { readonly result: Result } | { readonly unfinished: Uint8Array };

/** A refusal crosses the border as data: classes of errors do not. */
export type MediaOutcome<Result> = Finished<Result> | { readonly refused: string } | { readonly lost: string };

let isIdle = false;

export default async function run(task: MediaTask): Promise<unknown> {
  // Before the decoder's process is started, which inherits it.
  if (task.idle && !isIdle) runWhenIdle();
  isIdle = task.idle;
  const ports = callPorts(task.port, {
    decoder: task.decoder ? decoderOf(task.decoder) : undefined,
    // Named even where there is none: what is not its own is asked of the main thread.
    networks: task.neural ? networksOfThread().networks : undefined,
    soundNetworks: task.neural ? networksOfThread().soundNetworks : undefined,
  });
  // The time for the work is counted from here, not from when the task joined the line.
  void ports.begin!();
  try {
    if (task.recipe === 'verify') {
      const result = await verify(task.bytes, task.request, ports as never);
      forget(task.bytes);
      return { result };
    }
    if (task.recipe === 'embed') {
      const embedded = await embedManifest(task.bytes, task.request, ports as never);
      return embedded ? handOver({ result: embedded }, embedded.bytes) : { result: null };
    }
    const signed = await sign(task.bytes, task.request, ports as never);
    return handOver({ result: signed }, signed.bytes);
  } catch (problem) {
    if (problem instanceof BrokenMedia || problem instanceof UnsupportedMedia) return { refused: problem.message };
    if (problem instanceof SearchNeeded) return handOver({ unfinished: task.bytes }, task.bytes);
    if (problem instanceof DecoderLost) return { lost: problem.message };
    throw problem;
  } finally {
    task.port.close();
  }
}

let opened: ClosableDecoder | undefined;

/** One for the thread: its process is kept from task to task, and ends with the thread. */
function decoderOf({ milliseconds, markMilliseconds, memory }: DecoderLimits): ClosableDecoder {
  opened ??= createDecoder(() => openDecoderProcess(memory), milliseconds, markMilliseconds);
  return opened;
}

let networks: { readonly networks: ImageNetworks; readonly soundNetworks: SoundNetworks } | undefined;

/** One set for the thread, each loaded when content first needs it. */
function networksOfThread() {
  networks ??= { networks: openNetworks(), soundNetworks: openSoundNetworks() };
  return networks;
}

/** Frees content at once. Left to V8, which counts it as part of a small heap, it would have all garbage of the thread collected again and again. */
function forget({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}

/** The bytes move to the main thread; those in Node's shared pool, which are few, are copied. */
function handOver(outcome: MediaOutcome<unknown>, { buffer, byteLength }: Uint8Array): unknown {
  if (buffer.byteLength !== byteLength) return outcome;
  return move({ [transferableSymbol]: buffer, [valueSymbol]: outcome } as never);
}
