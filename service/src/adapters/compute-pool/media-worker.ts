// What runs in a thread of the compute pool: one recipe of the engine on one upload. The recipe's ports are answered by
// the main thread.
import type { MessagePort } from 'node:worker_threads';
import {
  BrokenMedia,
  type EmbedRequest,
  embedManifest,
  type SignRequest,
  sign,
  UnsupportedMedia,
  type VerifyRequest,
  verify,
} from '@content-provenance/engine';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { callPorts } from './port-calls.ts';

export type MediaTask = { readonly bytes: Uint8Array; readonly port: MessagePort } & (
  | { readonly recipe: 'sign'; readonly request: SignRequest }
  | { readonly recipe: 'verify'; readonly request: VerifyRequest }
  | { readonly recipe: 'embed'; readonly request: EmbedRequest }
);

/** A refusal crosses the border as data: classes of errors do not. */
export type MediaOutcome<Result> = { readonly result: Result } | { readonly refused: string };

export default async function run(task: MediaTask): Promise<unknown> {
  const ports = callPorts(task.port);
  // The time for the work is counted from here, not from when the task joined the line.
  void ports.begin!();
  try {
    if (task.recipe === 'verify') return { result: await verify(task.bytes, task.request, ports as never) };
    if (task.recipe === 'embed') {
      const embedded = await embedManifest(task.bytes, task.request, ports as never);
      return embedded ? handOver(embedded) : { result: null };
    }
    return handOver(await sign(task.bytes, task.request, ports as never));
  } catch (problem) {
    if (problem instanceof BrokenMedia || problem instanceof UnsupportedMedia) return { refused: problem.message };
    throw problem;
  } finally {
    task.port.close();
  }
}

/** The bytes move to the main thread; those in Node's shared pool, which are few, are copied. */
function handOver(result: { readonly bytes: Uint8Array }): unknown {
  const { buffer, byteLength } = result.bytes;
  if (buffer.byteLength !== byteLength) return { result };
  return move({ [transferableSymbol]: buffer, [valueSymbol]: { result } } as never);
}
