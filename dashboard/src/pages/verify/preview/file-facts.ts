// Type, size, dimensions and duration of a file in one line.
import type { Preview } from './preview.ts';

const types: Readonly<Record<string, string>> = {
  'image/jpeg': 'JPEG picture',
  'image/png': 'PNG picture',
  'image/webp': 'WebP picture',
  'image/gif': 'GIF picture',
  'audio/wav': 'WAV sound',
  'audio/x-wav': 'WAV sound',
  'audio/flac': 'FLAC sound',
  'audio/mpeg': 'MP3 sound',
  'video/mp4': 'MP4 video',
  'video/webm': 'WebM video',
  'video/quicktime': 'QuickTime video',
  'video/x-matroska': 'Matroska video',
  'application/pdf': 'PDF document',
  'text/plain': 'Plain text',
  'text/html': 'HTML page',
};
const kinds: Readonly<Record<string, string>> = { image: 'Picture', audio: 'Sound', video: 'Video', text: 'Text' };

interface Described {
  readonly name: string;
  readonly size: number;
  readonly type: string;
}

export function describeFile({ name, size, type }: Described, preview: Preview | null): string {
  const { width, height, seconds } = preview ?? {};
  const ending = /\.(\w{1,5})$/.exec(name)?.[1]?.toUpperCase();
  return [
    types[type] ?? kinds[type.split('/')[0]!] ?? (ending ? `${ending} file` : 'File'),
    sizeInWords(size),
    width && height ? `${width} × ${height}` : '',
    seconds ? durationInWords(seconds) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

function sizeInWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function durationInWords(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')} min`;
}
