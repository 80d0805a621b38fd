// Content that is too large for memory: read by ranges, written from its start to its end.

/** Random access. */
export interface ContentSource {
  readonly size: number;
  /** Fewer bytes than requested only at the end. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Where a file is written, from its start to its end. */
export interface ContentSink {
  write(bytes: Uint8Array): Promise<void>;
}

/** In memory, or too large for it. */
export type Content = Uint8Array | ContentSource;

export function sizeOf(content: Content): number {
  return content instanceof Uint8Array ? content.length : content.size;
}

export async function readRange(content: Content, at: number, length: number): Promise<Uint8Array> {
  if (content instanceof Uint8Array) return content.subarray(at, at + length);
  return content.read(at, Math.max(0, Math.min(length, content.size - at)));
}

const pieceSize = 4 * 1024 * 1024;

/**
 * The whole content, piece by piece. The next piece is read while the caller works on this one.
 */
export async function* piecesOf(source: ContentSource, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const readAt = (at: number) => readExactly(source, at, Math.min(pieceSize, source.size - at));
  let next = source.size > 0 ? readAt(0) : null;
  for (let at = 0; next; ) {
    const piece: Uint8Array = await next;
    signal.throwIfAborted();
    at += piece.length;
    next = at < source.size ? readAt(at) : null;
    // The caller sees its failure when it asks for that piece, or never does.
    next?.catch(() => undefined);
    yield piece;
  }
}

export async function readWhole(source: ContentSource, signal: AbortSignal): Promise<Uint8Array> {
  const whole = Buffer.alloc(source.size);
  let at = 0;
  for await (const piece of piecesOf(source, signal)) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A source that gives fewer bytes is broken. A hash over fewer bytes would be of another file. */
export async function readExactly(source: ContentSource, offset: number, length: number): Promise<Uint8Array> {
  const bytes = await source.read(offset, length);
  if (bytes.length !== length) throw new Error(`The source gave ${bytes.length} bytes instead of ${length}.`);
  return bytes;
}
