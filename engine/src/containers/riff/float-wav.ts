// Samples from -1 to 1 as a WAV of 32-bit floats, in the extensible layout that names its speakers.
// The encoder gets marked sound in this form.

const headerSize = 68;
const formatSize = 40;
const extensible = 0xfffe;
const floatCoding = 3;
// The rest of the GUID after the coding.
const guidTail = Buffer.from('000000001000800000aa00389b71', 'hex');
/** By the number of channels: mono, stereo, with a center, quad, 5.0, 5.1, 6.1, 7.1. */
const speakers = [0x4, 0x3, 0x7, 0x33, 0x37, 0x3f, 0x13f, 0x63f];

export function floatWav(channels: readonly Float32Array[], sampleRate: number): Uint8Array {
  const length = channels[0]?.length ?? 0;
  const size = length * channels.length * 4;
  const bytes = Buffer.alloc(headerSize + size);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(headerSize - 8 + size, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(formatSize, 16);
  bytes.writeUInt16LE(extensible, 20);
  bytes.writeUInt16LE(channels.length, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(sampleRate * channels.length * 4, 28);
  bytes.writeUInt16LE(channels.length * 4, 32);
  bytes.writeUInt16LE(32, 34);
  bytes.writeUInt16LE(formatSize - 18, 36);
  bytes.writeUInt16LE(32, 38);
  bytes.writeUInt32LE(speakers[channels.length - 1] ?? 0, 40);
  bytes.writeUInt16LE(floatCoding, 44);
  guidTail.copy(bytes, 46);
  bytes.write('data', 60, 'latin1');
  bytes.writeUInt32LE(size, 64);
  const samples = new Float32Array(bytes.buffer, bytes.byteOffset + headerSize, length * channels.length);
  for (const [c, channel] of channels.entries())
    for (let i = 0; i < length; i++) samples[i * channels.length + c] = channel[i]!;
  return bytes;
}
