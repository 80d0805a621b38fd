// FFmpeg, which decodes every frame, and poppler and MuPDF, which draw the first pages of a PDF.
import { digest, outputOf, type Viewer } from './viewer.ts';

const withSound = new Set(['wav', 'flac', 'mp3', 'mp4', 'mov', 'matroska', 'webm']);
const mostPages = 3;
const resolution = '30';

/** The hash, time and size of every decoded frame of every stream. */
export const ffmpegViewer: Viewer = {
  name: 'ffmpeg',
  views: (format) => withSound.has(format),
  view: (files) =>
    each(files, async ({ path }) => {
      const output = await outputOf('ffmpeg', [
        '-v',
        'quiet',
        '-i',
        path,
        '-map',
        '0:v?',
        '-map',
        '0:a?',
        '-f',
        'framemd5',
        '-',
      ]);
      return output && /^\d/m.test(output.toString()) ? output.toString() : null;
    }),
};

export const popplerViewer: Viewer = {
  name: 'pdftoppm',
  views: (format) => format === 'pdf',
  view: (files) =>
    each(files, ({ path }) => drawn('pdftoppm', ['-q', '-r', resolution, '-l', String(mostPages), path])),
};

export const mupdfViewer: Viewer = {
  name: 'mutool',
  views: (format) => format === 'pdf',
  view: (files) =>
    each(files, ({ path }) =>
      drawn('mutool', ['draw', '-q', '-r', resolution, '-F', 'ppm', '-o', '-', path, `1-${mostPages}`]),
    ),
};

async function drawn(program: string, options: readonly string[]): Promise<string | null> {
  const output = await outputOf(program, options);
  return output && output.length > 0 ? digest(output) : null;
}

async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<string | null>) {
  const results: (string | null)[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
