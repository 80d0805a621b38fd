// What a caller of signing requests for the marks of an upload.
import type { MarkLimits } from './media-decoder/media-decoder.ts';

export interface MarkRequest {
  /** 64 random bits as 16 lowercase hex digits (settled point 4). */
  readonly watermarkId: string;
  /**
   * Present if a video must carry a mark in its pictures and sound too, which means encoding it
   * again.
   */
  readonly inBand?: MarkLimits | undefined;
  /**
   * Pictures, WAV and videos in band carry the neural watermark unless it is false. If it is true,
   * compressed sound is encoded again with the watermark, and a note names content that cannot
   * carry one.
   */
  readonly neural?: boolean | undefined;
}
