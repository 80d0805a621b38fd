// Messages between two processes over a pipe. A message crosses by structured clone. Its content
// goes next to it, unchanged: neither side copies 50 MB more often than the kernel does, or blocks
// its event loop for it.
import type { Duplex } from 'node:stream';
import { DefaultDeserializer, DefaultSerializer } from 'node:v8';

// Documented, and missing in the types.
declare module 'node:v8' {
  interface DefaultSerializer {
    _writeHostObject(view: NodeJS.ArrayBufferView): void;
  }
  interface DefaultDeserializer {
    _readHostObject(): unknown;
  }
}

/** Fewer bytes cross with the message itself. */
const leastContent = 16 * 1024;
/** The length of the message, and of the content next to it. */
const headerLength = 8;
const kind = { beside: 0, within: 1 };

/** Returns a function that sends a message. */
export function openChannel<In, Out>(pipe: Duplex, onMessage: (message: In) => void): (message: Out) => void {
  let frame = new Uint8Array(headerLength);
  let filled = 0;
  let messageLength: number | undefined;

  pipe.on('data', (piece: Uint8Array) => {
    for (let rest = piece; rest.length > 0; ) {
      const taken = rest.subarray(0, frame.length - filled);
      frame.set(taken, filled);
      filled += taken.length;
      rest = rest.subarray(taken.length);
      if (filled === frame.length) finishFrame();
    }
  });

  function finishFrame(): void {
    const whole = frame;
    filled = 0;
    if (messageLength === undefined) {
      const lengths = new DataView(whole.buffer);
      messageLength = lengths.getUint32(0);
      frame = new Uint8Array(messageLength + lengths.getUint32(4));
    } else {
      const reader = new Reader(whole.subarray(0, messageLength), whole.subarray(messageLength));
      messageLength = undefined;
      frame = new Uint8Array(headerLength);
      onMessage(reader.read() as In);
    }
  }

  return (message) => {
    const writer = new Writer();
    const written = writer.write(message);
    const header = new DataView(new ArrayBuffer(headerLength));
    header.setUint32(0, written.length);
    header.setUint32(4, writer.contentLength);
    pipe.cork();
    for (const part of [new Uint8Array(header.buffer), written, ...writer.content]) pipe.write(part);
    pipe.uncork();
  };
}

class Writer extends DefaultSerializer {
  readonly content: Uint8Array[] = [];

  write(message: unknown): Buffer {
    this.writeHeader();
    this.writeValue(message);
    return this.releaseBuffer();
  }

  get contentLength(): number {
    return this.content.reduce((sum, { length }) => sum + length, 0);
  }

  /** Called for every array of bytes or numbers. */
  override _writeHostObject(view: NodeJS.ArrayBufferView): void {
    if (view instanceof Uint8Array && view.length >= leastContent) {
      this.writeUint32(kind.beside);
      this.writeUint32(view.length);
      this.content.push(view);
    } else {
      this.writeUint32(kind.within);
      super._writeHostObject(view);
    }
  }
}

class Reader extends DefaultDeserializer {
  #content: Uint8Array;

  constructor(message: Uint8Array, content: Uint8Array) {
    super(message);
    this.#content = content;
  }

  read(): unknown {
    this.readHeader();
    return this.readValue();
  }

  override _readHostObject(): unknown {
    if (this.readUint32() === kind.within) return super._readHostObject();
    const length = this.readUint32();
    const bytes = this.#content.subarray(0, length);
    this.#content = this.#content.subarray(length);
    return bytes;
  }
}
