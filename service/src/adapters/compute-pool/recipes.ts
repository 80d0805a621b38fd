// What the service and a compute process say to each other. A task is one recipe of the engine on
// one upload. All of it is plain data: classes of errors do not cross the border of a process.
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
  /** Whether the process answers. */
  | { readonly recipe: 'ping' };

export type Outcome =
  | { readonly result: unknown }
  /** A brief verification ended before a search. */
  | { readonly searchNeeded: true }
  /** The content cannot be worked on; the sentence is for the uploader. */
  | { readonly refused: string }
  /** Through no fault of the content. */
  | { readonly interrupted: string }
  /** A defect, or a port that failed. */
  | { readonly failed: Error };

export type ToProcess = { readonly task: Task } | Answer;
export type FromProcess = { readonly outcome: Outcome } | Call;

/** What a compute process has to work with. */
export interface Equipment {
  /** Most resident memory of its decoder, in bytes; null: there is no decoder. */
  readonly decoderMemory: number | null;
  /** Whether pictures and sounds carry the neural watermark, and are searched for it. */
  readonly neural: boolean;
  /** What its networks run on; without one, on the processor. */
  readonly accelerator?: Accelerator | undefined;
}
