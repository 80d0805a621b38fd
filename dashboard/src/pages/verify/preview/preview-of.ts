// The preview of a file, made in the browser: a thumbnail, a poster frame, a waveform or the first
// lines, with dimensions and duration. Nothing is sent. A file that the browser cannot show has no
// preview.
import { drawPicture, drawVideo } from './draw-picture.ts';
import type { Preview } from './preview.ts';
import { readWaveform } from './read-waveform.ts';

const mostLines = 4;
const longestLine = 80;
let line: Promise<unknown> = Promise.resolve();

/** One after the other, so that a folder of pictures does not fill the memory. */
export function previewOf(content: Blob): Promise<Preview> {
  const turn = line.then(() => look(content)).catch((): Preview => ({}));
  line = turn;
  return turn;
}

async function look(content: Blob): Promise<Preview> {
  const [kind] = content.type.split('/');
  if (kind === 'image') return drawPicture(content);
  if (kind === 'video') return drawVideo(content);
  if (kind === 'audio') return readWaveform(content);
  return kind === 'text' ? firstLines(content) : {};
}

async function firstLines(content: Blob): Promise<Preview> {
  const text = await content.slice(0, mostLines * longestLine * 4).text();
  const lines = text
    .split('\n')
    .map((each) => each.trim())
    .filter(Boolean);
  return { lines: lines.slice(0, mostLines).map((each) => each.slice(0, longestLine)) };
}
