// The messages between the service and a compute process. A task is one recipe of the engine on one
// upload. Everything is plain data, because classes of errors do not cross the border of a process.
import type { Accelerator, EmbedRequest, SignRequest, StoreRequest, VerifyRequest } from '@content-provenance/engine';
import type { Answer, Call } from './port-calls.ts';

export type Task =
  | { readonly recipe: 'sign'; readonly bytes: Uint8Array; readonly request: SignRequest }
  | { readonly recipe: 'verify'; readonly bytes: Uint8Array; readonly request: VerifyRequest }
  | { readonly recipe: 'embed'; readonly bytes: Uint8Array; readonly request: EmbedRequest }
  /** A manifest store without its file. */
  | { readonly recipe: 'read-store'; readonly bytes: Uint8Array; readonly request: StoreRequest }
  /** Whether the networks can be loaded. */
  | { readonly recipe: 'examine'; readonly medium: 'image' | 'audio' }
  /** Whether the process responds. */
  | { readonly recipe: 'ping' };

export type TaskOutcome =
  | { readonly result: unknown }
  /** A brief verification ended before a search. */
  | { readonly searchNeeded: true }
  /** The content cannot be processed. The sentence is for the uploader. */
  | { readonly refused: string }
  /** The content is not the cause. */
  | { readonly interrupted: string }
  /** A defect, or a failed port. */
  | { readonly failed: Error };

export type ToProcess = { readonly task: Task } | Answer;
export type FromProcess = { readonly outcome: TaskOutcome } | Call;

/** The equipment of a compute process. */
export interface Equipment {
  /** Maximum resident memory of its decoder, in bytes. Null: there is no decoder. */
  readonly decoderMemory: number | null;
  /** Whether pictures and sounds carry the neural watermark, and are searched for it. */
  readonly neural: boolean;
  /** The accelerator for its networks. Without one, they run on the processor. */
  readonly accelerator?: Accelerator | undefined;
}
