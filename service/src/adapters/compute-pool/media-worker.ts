// What runs in a thread of the compute pool: one recipe of the engine on one upload. The recipe's ports are answered by
// the main thread.
import type { MessagePort } from 'node:worker_threads';
import { BrokenMedia, type SignRequest, sign, UnsupportedMedia, type VerifyRequest, verify } from '@content-provenance/engine';
import { move } from 'piscina';
import { callPorts } from './port-calls.ts';

export type MediaTask = { readonly bytes: Uint8Array; readonly port: MessagePort } & (
  | { readonly recipe: 'sign'; readonly request: SignRequest }
  | { readonly recipe: 'verify'; readonly request: VerifyRequest }
);

/** A refusal crosses the border as data: classes of errors do not. */
export type MediaOutcome<Result> = { readonly result: Result } | { readonly refused: string };

export default async function run(task: MediaTask): Promise<MediaOutcome<unknown>> {
  const ports = callPorts(task.port);
  try {
    if (task.recipe === 'verify') return { result: await verify(task.bytes, task.request, ports as never) };
    const signed = await sign(task.bytes, task.request, ports as never);
    return { result: { ...signed, bytes: move(ownBytes(signed.bytes)) } };
  } catch (problem) {
    if (problem instanceof BrokenMedia || problem instanceof UnsupportedMedia) return { refused: problem.message };
    throw problem;
  } finally {
    task.port.close();
  }
}

/** Bytes that can be handed over whole: a view into a larger or shared buffer is copied first. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const isWhole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength;
  return isWhole && bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes);
}
