// WAV of any coding: token in a LIST/INFO chunk, inserted at byte level, so that every other chunk
// stays as it is. Sound of 16- and 24-bit PCM carries the watermark in its samples.
import { type RiffChunk, riffParts } from '../../containers/riff/riff-file.ts';
import type { MediaFormat } from '../media-format.ts';
import { isWav, readWav } from './wav-file.ts';
import { addToken, findToken, removeToken } from './wav-token.ts';
import { markWav, readWavMark, readWavSound } from './wav-watermark.ts';

export const wavFormat: MediaFormat = {
  name: 'wav',
  kind: 'audio',
  mimeType: 'audio/wav',
  matches: isWav,
  readToken: (bytes) => findToken(readWav(bytes).chunks),
  writeToken: (bytes, token) => edit(bytes, (chunks) => addToken(removeToken(chunks), token)),
  removeToken: (bytes) => edit(bytes, removeToken),
  watermark: { mark: (bytes, id, options) => markWav(bytes, id, options?.neuralSound), read: readWavMark },
  readSound: readWavSound,
};

function edit(bytes: Uint8Array, change: (chunks: readonly RiffChunk[]) => readonly RiffChunk[]): Uint8Array[] {
  const file = readWav(bytes);
  return riffParts({ ...file, chunks: change(file.chunks) });
}
