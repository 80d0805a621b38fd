// Short videos that FFmpeg makes with the common codecs and layouts.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Upload } from './compare-variants.ts';

const picture = ['-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=10:duration=1'];
const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1'];
const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
const fragments = ['-g', '3', '-movflags'];
const title = ['-metadata', 'title=A title', '-metadata', 'artist=Somebody'];

const recipes: readonly (readonly [string, ...string[]])[] = [
  ['mp4', ...h264, ...title],
  ['mp4', ...h264, '-movflags', '+faststart', ...title],
  ['mp4', ...h264, ...fragments, 'frag_keyframe+empty_moov+default_base_moof', ...title],
  ['mp4', ...h264, ...fragments, 'frag_keyframe+empty_moov', ...title],
  ['mp4', ...h264, ...fragments, 'dash+frag_keyframe', ...title],
  ['mp4', ...h264, ...fragments, 'cmaf+frag_keyframe', ...title],
  ['mp4', '-c:v', 'mpeg4', '-c:a', 'aac', '-movflags', 'use_metadata_tags', ...title],
  ['mov', ...h264, ...title],
  ['mov', '-c:v', 'mjpeg', '-c:a', 'pcm_s16le', ...title],
  ['mkv', ...h264, ...title],
  ['mkv', '-c:v', 'libvpx', '-c:a', 'flac', '-live', '1', ...title],
  ['webm', '-c:v', 'libvpx', '-c:a', 'libopus', ...title],
  ['webm', '-c:v', 'libvpx-vp9', '-c:a', 'libopus', '-live', '1', ...title],
  ['mp3', '-map', '1', '-id3v2_version', '3', ...title],
  ['mp3', '-map', '1', '-id3v2_version', '4', '-write_id3v1', '1', ...title],
  ['mp3', '-map', '1', '-id3v2_version', '0', '-write_id3v1', '1', ...title],
  ['flac', '-map', '1', ...title],
  ['wav', '-map', '1', ...title],
];

export function* videoUploads(): Generator<Upload> {
  const folder = mkdtempSync(join(tmpdir(), 'provenance-videos-'));
  try {
    for (const [extension, ...options] of recipes) {
      const path = join(folder, `video.${extension}`);
      execFileSync('ffmpeg', ['-v', 'error', '-y', ...picture, ...sound, ...options, path]);
      yield { name: `${extension} ${options.join(' ')}`, bytes: readFileSync(path) };
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
