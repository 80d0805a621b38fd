// The messages between the decoder's client and its process: one job at a time. The process
// requests the bytes that it needs, sends one result and waits for permission to continue, and ends
// the job with `done` or with a sentence for the uploader.
import type { Residual } from '../watermarks/neural/residual.ts';
import type { SmallPicture } from '../watermarks/neural/small-picture.ts';
import type {
  EncodedSegment,
  MarkedFacts,
  MarkLimits,
  Muxer,
  SegmentStart,
  SoundCoding,
  SoundPiece,
  VideoPicture,
} from './media-decoder.ts';

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
  | {
      readonly ask: 'segments';
      readonly id: string;
      readonly limits: MarkLimits;
      readonly from: SegmentStart | null;
      readonly neural: boolean;
    }
  | {
      readonly ask: 'join';
      readonly id: string;
      readonly muxer: Muxer;
      readonly segments: number;
      readonly mostBytes: number;
    }
  | { readonly ask: 'encode'; readonly coding: SoundCoding; readonly mostBytes: number }
);

export type ToDecoder =
  | { readonly job: Job }
  /** Fewer than requested at the end of the file, none after it. */
  | { readonly bytes: Uint8Array }
  /** Null: the picture cannot carry one. */
  | { readonly residual: Residual | null }
  | { readonly segment: EncodedSegment }
  | { readonly go: 'on' | 'no further' };

export type FromDecoder =
  | { readonly ready: boolean }
  | { readonly read: { readonly at: number; readonly length: number } }
  /** Requests the neural mark's residual for this picture. */
  | { readonly keyframe: SmallPicture }
  /** Requests the segment of this number. */
  | { readonly load: number }
  | { readonly picture: VideoPicture }
  | { readonly sound: SoundPiece }
  /** The marked file follows, piece by piece. */
  | { readonly facts: MarkedFacts }
  | { readonly marked: Uint8Array }
  | { readonly encoded: EncodedSegment }
  /** Bytes of a file, and their place. */
  | { readonly written: { readonly at: number; readonly bytes: Uint8Array } }
  | { readonly done: true }
  /** ends: the process ends with this job. */
  | { readonly refused: string; readonly ends?: true };

/** One end of a connection to a decoder process, as the client sees it. */
export interface DecoderChannel {
  send(message: ToDecoder): void;
  /** The next message. Rejects with Interrupted if the process has ended. */
  receive(): Promise<FromDecoder>;
  /** Whether the process is alive, according to what is known. */
  readonly isOpen: boolean;
  /** Ends the process at once. */
  end(): void;
}

/** The other end, as a job in the process sees it. */
export interface Outside {
  /** Bytes of the file. Fewer at its end. */
  read(at: number, length: number): Promise<Buffer>;
  /** The networks are not in this process, so it requests the residual from outside. */
  makeResidual(picture: SmallPicture): Promise<Residual | null>;
  loadSegment(index: number): Promise<EncodedSegment>;
  /** Sends one result. False: no further one is wanted. */
  give(result: FromDecoder): Promise<boolean>;
}
