// Why the coefficient codec refuses a JPEG: one sentence for people, one code for programs.

export type JpegRefusal =
  | 'not_jpeg'
  | 'malformed'
  | 'truncated'
  | 'unsupported_coding' // arithmetic, lossless, hierarchical, 12-bit
  | 'too_large';

export class JpegError extends Error {
  readonly code: JpegRefusal;

  constructor(code: JpegRefusal, message: string) {
    super(message);
    this.name = 'JpegError';
    this.code = code;
  }
}
