// What passes between the decoder's client and its process: one job at a time. The process asks for
// the bytes it wants to see, sends one result and waits to be told to go on, and ends the job with
// `done` or with a sentence for the uploader.
import type { Residual } from '../watermarks/neural/residual.ts';
import type { SmallPicture } from '../watermarks/neural/small-picture.ts';
import type { MarkedFacts, MarkLimits, Muxer, SoundCoding, SoundPiece, VideoPicture } from './media-decoder.ts';

export type Job = { readonly size: number; readonly demuxer: string } & (
  | { readonly ask: 'frames'; readonly most: number }
  | { readonly ask: 'pcm'; readonly mostSeconds: number; readonly skipsSilence: boolean }
  | {
      readonly ask: 'mark';
      readonly id: string;
      readonly muxer: Muxer;
      readonly limits: MarkLimits;
      readonly neural: boolean;
    }
  | { readonly ask: 'encode'; readonly coding: SoundCoding; readonly mostBytes: number }
);

export type ToDecoder =
  | { readonly job: Job }
  /** Fewer than asked for at the end of the file, none behind it. */
  | { readonly bytes: Uint8Array }
  /** null: the picture can carry none. */
  | { readonly residual: Residual | null }
  | { readonly go: 'on' | 'no further' };

export type FromDecoder =
  | { readonly ready: boolean }
  | { readonly read: { readonly at: number; readonly length: number } }
  /** The neural mark's residual for this picture is wanted. */
  | { readonly keyframe: SmallPicture }
  | { readonly picture: VideoPicture }
  | { readonly sound: SoundPiece }
  /** The marked file follows, piece by piece. */
  | { readonly facts: MarkedFacts }
  | { readonly marked: Uint8Array }
  | { readonly done: true }
  /** ends: the process does, with this job. */
  | { readonly refused: string; readonly ends?: true };

/** One end of a connection to a decoder process, as the client sees it. */
export interface DecoderChannel {
  send(message: ToDecoder): void;
  /** The next message. Rejects with Interrupted when the process has ended. */
  receive(): Promise<FromDecoder>;
  /** Whether the process lives, as far as is known. */
  readonly isOpen: boolean;
  /** Ends the process at once. */
  end(): void;
}

/** The other end, as a job in the process sees it. */
export interface Outside {
  /** Bytes of the file; fewer at its end. */
  read(at: number, length: number): Promise<Buffer>;
  /** The networks are not here: they are asked outside. */
  makeResidual(picture: SmallPicture): Promise<Residual | null>;
  /** Hands over one result. false: no further one is wanted. */
  give(result: FromDecoder): Promise<boolean>;
}
