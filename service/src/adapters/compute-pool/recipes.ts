// The messages between the service and a compute process. A task is one recipe of the engine on one
// upload, or on several that are signed together. Everything is plain data, because classes of
// errors do not cross the border of a process.
import type {
  Accelerator,
  EmbedRequest,
  SignedMedia,
  SignRequest,
  StoreRequest,
  VerifyRequest,
} from '@content-provenance/engine';
import type { EndedSpan } from '../../telemetry/span.ts';
import type { Answer, Call } from './port-calls.ts';

export type Task =
  | LongTask
  | { readonly recipe: 'sign'; readonly uploads: readonly UploadRequest[] }
  | { readonly recipe: 'verify'; readonly bytes: Uint8Array; readonly request: VerifyRequest }
  | { readonly recipe: 'embed'; readonly bytes: Uint8Array; readonly request: EmbedRequest }
  /** A manifest store without its file. */
  | { readonly recipe: 'read-store'; readonly bytes: Uint8Array; readonly request: StoreRequest }
  /** Whether the networks can be loaded. */
  | { readonly recipe: 'examine'; readonly medium: 'image' | 'audio' }
  /** Whether the process responds. */
  | { readonly recipe: 'ping' };

export interface UploadRequest {
  readonly bytes: Uint8Array;
  readonly request: SignRequest;
}

/** The result of signing, for each upload. One that cannot be signed does not affect the others. */
export type SigningOutcome = { readonly media: SignedMedia } | { readonly refused: string };

/** A message to sign for one of the uploads, by its place in the task. */
export interface MessageToSign {
  readonly place: number;
  readonly message: Uint8Array;
}
/** Content that the process reads and writes through ports. */
export type LongTask = {
  /** Size of the source in bytes. */
  readonly size: number;
  /** Empty, on a local disk. */
  readonly workFolder: string;
} & (
  | { readonly recipe: 'sign-large'; readonly request: SignRequest }
  | { readonly recipe: 'verify-large'; readonly request: VerifyRequest }
);

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

/** traceparent: of the task, if its trace is recorded. The spans come back with the outcome. */
export type ToProcess = { readonly task: Task; readonly traceparent: string | undefined } | Answer;
export type FromProcess = { readonly outcome: TaskOutcome; readonly spans: readonly EndedSpan[] } | Call;

/** The equipment of a compute process. */
export interface Equipment {
  /** Maximum resident memory of its decoder, in bytes. Null: there is no decoder. */
  readonly decoderMemory: number | null;
  /** Whether pictures and sounds carry the neural watermark, and are searched for it. */
  readonly neural: boolean;
  /** The accelerator for its networks. Without one, they run on the processor. */
  readonly accelerator?: Accelerator | undefined;
}
