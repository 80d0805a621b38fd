// Splits a stream into lines of limited length. A longer line is dropped while it arrives, so that
// no input can fill the memory.

export const tooLarge = Symbol('too large');
const newline = 0x0a;

export async function* readLines(
  input: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<Uint8Array | typeof tooLarge> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const add = (part: Uint8Array) => {
    size += part.length;
    if (size > mostBytes) parts = [];
    else parts.push(part);
  };
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      add(chunk.subarray(start, end));
      yield size > mostBytes ? tooLarge : Buffer.concat(parts);
      parts = [];
      size = 0;
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
}
