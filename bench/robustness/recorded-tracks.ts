// Recorded sounds for measurements of the fingerprint: ../shared/media/audio and the hour of
// ../shared/training/audio, one track per source (unpacked by ../shared/prototypes/audio_pack.py:
// Python with NumPy), and their way through an MP3.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Track {
  readonly name: string;
  /** Tracks of one group can share sounds. */
  readonly group: string;
  readonly sound: Float32Array;
  readonly rate: number;
}

const shared = join(import.meta.dirname, '../../../shared');
const limit = { maxBuffer: 2 ** 30 };
const media = [
  ['ambi_sauna.flac', 'sonic-pi'],
  ['loop_garzul.flac', 'sonic-pi'],
  ['demo-instruct.wav', 'asterisk'],
  ['debian.wav', 'debian'],
  ['time_to_strike.mp3', 'asc'],
] as const;

export function allTracks(): Track[] {
  return [...readMedia(), ...readTraining()];
}

function readMedia(): Track[] {
  return media.map(([name, group]) => {
    const path = join(shared, 'media/audio', name);
    return { name, group, rate: 44_100, sound: decode(['-i', path]) };
  });
}

export function readTraining(): Track[] {
  const program = `import sys; sys.path.insert(0, sys.argv[1] + '/prototypes')
import audio_pack, json, numpy
clips = audio_pack.unpack(sys.argv[1] + '/training/audio/train.mdct')
numpy.concatenate([clip[0] for clip in clips]).astype('<f4').tofile(sys.argv[2])
print(json.dumps([[clip[1], len(clip[0])] for clip in clips]))`;
  const folder = mkdtempSync(join(tmpdir(), 'fingerprints-'));
  const file = join(folder, 'sound');
  const listed = execFileSync('python3', ['-c', program, shared, file], { ...limit, encoding: 'utf8' });
  const all = floats(readFileSync(file));
  rmSync(folder, { recursive: true });
  const sources = new Map<string, Float32Array[]>();
  let start = 0;
  for (const [source, length] of JSON.parse(listed) as [string, number][]) {
    sources.set(source, [...(sources.get(source) ?? []), all.subarray(start, start + length)]);
    start += length;
  }
  return Array.from(sources, ([name, clips]) => ({
    name,
    group: name
      .split('-')
      .slice(0, name.startsWith('sonic') ? 2 : 1)
      .join('-'),
    rate: 16_000,
    sound: join32(clips),
  }));
}

export function throughMp3({ sound, rate }: Track): { sound: Float32Array; rate: number } {
  const raw = ['-f', 'f32le', '-ac', '1', '-ar', String(rate), '-i', '-'];
  const input = Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength);
  const encoded = execFileSync(
    'ffmpeg',
    ['-v', 'error', ...raw, '-ar', '44100', '-ac', '2', '-b:a', '128k', '-f', 'mp3', '-'],
    { ...limit, input },
  );
  return { rate: 44_100, sound: decode(['-i', '-'], encoded) };
}

function decode(from: readonly string[], input?: Buffer): Float32Array {
  return floats(
    execFileSync('ffmpeg', ['-v', 'error', ...from, '-f', 'f32le', '-ac', '1', '-ar', '44100', '-'], {
      ...limit,
      ...(input && { input }),
    }),
  );
}

function floats(bytes: Buffer): Float32Array {
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

function join32(parts: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
