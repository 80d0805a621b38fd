// What a caller of signing says about the marks of an upload.
import type { MarkLimits } from './media-decoder/media-decoder.ts';

export interface MarkRequest {
  /** 64 random bits as 16 lowercase hex digits (settled point 4). */
  readonly watermarkId: string;
  /**
   * Given where a video is to carry a mark in its pictures and sound too, which encodes it again.
   */
  readonly inBand?: MarkLimits | undefined;
  /**
   * Pictures, WAV and videos in band carry the neural watermark unless it is false. Where it is
   * true, compressed sound is encoded again with one, and a note says so where content cannot carry
   * one.
   */
  readonly neural?: boolean | undefined;
}
