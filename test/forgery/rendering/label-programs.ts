// exiftool and ffprobe, which read labels and titles. Our token, the embedded manifest, and sizes,
// places and names of files are left out.
import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { outputOf, type Viewer } from './viewer.ts';

const anyToken = /svc_[\w-]{47}/;
const leftOut: readonly RegExp[] = [
  /^(ExifTool|System|JUMBF|CBOR|XMP-provenance)\b/,
  // Sizes, offsets, and values that are computed from them.
  /^File:(ID3Size|WordCount|LineCount|Newlines|PageCount)\b/,
  /^QuickTime:(MediaDataOffset|MediaDataSize)\b/,
  /^[\w-]+:(MPImageStart|OtherImageStart|PreviewImageStart|StripOffsets|ThumbnailOffset)\b/,
  /^Composite:(Duration|AvgBitrate)\b/,
  // The header that a WebP needs for any metadata.
  /^File:FileType\b/,
  /^RIFF:WebP_Flags\b/,
  /^Vorbis:Vendor: "content-provenance-service"/,
];

/** One process for all files, because its start takes longer than its work. */
export function openExiftool(): Viewer {
  const exiftool = spawn('exiftool', ['-stay_open', 'True', '-@', '-'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const ask = async (options: readonly string[]) => {
    exiftool.stdin.write(`${[...options, '-execute'].join('\n')}\n`);
    let output = '';
    for await (const [chunk] of on(exiftool.stdout, 'data') as AsyncIterable<[Buffer]>) {
      output += chunk.toString('latin1');
      if (output.endsWith('{ready}\n')) break;
    }
    return Buffer.from(output.slice(0, -'{ready}\n'.length), 'latin1').toString('utf8');
  };
  return {
    name: 'exiftool',
    views: (format) => format !== 'plain-text',
    async view(files) {
      // Labels of one name are numbered. Otherwise the JSON would have only one of them.
      const output = await ask(['-json', '-a', '-G1:4', '-struct', ...files.map(({ path }) => path)]);
      const tags = parse<Record<string, unknown>[]>(output) ?? [];
      const byPath = new Map(tags.map(({ SourceFile, ...each }) => [SourceFile, each]));
      return files.map(({ path }) => labels(byPath.get(path)));
    },
    async close() {
      exiftool.stdin.end('-stay_open\nFalse\n');
      await once(exiftool, 'close');
    },
  };
}

function labels(tags: Record<string, unknown> | undefined): string | null {
  if (!tags) return null;
  const all = Object.entries(tags).map(([name, value]) => `${name.replace(/:Copy\d+/, '')}: ${JSON.stringify(value)}`);
  const kept = all.filter((line) => !anyToken.test(line) && !leftOut.some((each) => each.test(line)));
  return [...new Set(kept)].sort().join('\n');
}

export const ffprobeViewer: Viewer = {
  name: 'ffprobe',
  // Pictures that can be animated.
  views: (format) => ['png', 'wav', 'flac', 'mp3', 'mp4', 'mov', 'matroska', 'webm'].includes(format),
  async view(files) {
    const results: (string | null)[] = [];
    for (const { path, format } of files) {
      const options = ['-v', 'quiet', '-of', 'json', '-show_format', '-show_streams', '-show_chapters', path];
      const probed = parse<Probed>(await outputOf('ffprobe', options)) ?? {};
      results.push(format === 'png' ? describePicture(probed) : describe(probed));
    }
    return results;
  },
};

interface Probed {
  readonly format?: Record<string, unknown> & { readonly tags?: Record<string, string> };
  readonly streams?: readonly Record<string, unknown>[];
  readonly chapters?: readonly unknown[];
}

function describe({ format, streams, chapters }: Probed): string | null {
  if (!format) return null;
  const { filename, size, bit_rate, probe_score, tags, ...rest } = format;
  const kept = Object.entries(tags ?? {}).filter(([, value]) => !anyToken.test(value));
  return lines([...Object.entries(rest), ...kept, ['streams', streams], ['chapters', chapters]]);
}

// The choice of the picture reader depends on how many bytes precede the picture.
function describePicture({ streams }: Probed): string | null {
  const [stream] = streams ?? [];
  if (!stream?.width) return null;
  return lines(
    ['codec_name', 'width', 'height', 'pix_fmt', 'color_space'].map((name) => [name, stream[name]] as const),
  );
}

function lines(entries: readonly (readonly [string, unknown])[]): string {
  return entries.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join('\n');
}

/** Null if a program did not finish. */
function parse<Shape>(output: Buffer | string | null): Shape | null {
  try {
    return JSON.parse(output?.toString() ?? '');
  } catch {
    return null;
  }
}
