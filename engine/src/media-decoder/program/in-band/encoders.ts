// How each codec is encoded again: the same codec, at a quality without a visible difference, as
// fast as that allows.
import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_AV1,
  AV_CODEC_ID_FLAC,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_CODEC_ID_MJPEG,
  AV_CODEC_ID_MP3,
  AV_CODEC_ID_MPEG4,
  AV_CODEC_ID_OPUS,
  AV_CODEC_ID_PRORES,
  AV_CODEC_ID_VORBIS,
  AV_CODEC_ID_VP8,
  AV_CODEC_ID_VP9,
} from 'node-av/constants';

export interface Encoding {
  /** FFmpeg's name of the encoder. */
  readonly encoder: string;
  readonly options: Readonly<Record<string, string>>;
}

export const pictureEncodings: Readonly<Record<number, Encoding>> = {
  [AV_CODEC_ID_H264]: { encoder: 'libx264', options: { preset: 'veryfast', crf: '12' } },
  [AV_CODEC_ID_HEVC]: {
    encoder: 'libx265',
    options: { preset: 'superfast', crf: '13', 'x265-params': 'log-level=none' },
  },
  [AV_CODEC_ID_VP8]: {
    encoder: 'libvpx',
    options: { crf: '4', b: '60M', deadline: 'good', 'cpu-used': '4', threads: '2' },
  },
  [AV_CODEC_ID_VP9]: {
    encoder: 'libvpx-vp9',
    options: { crf: '10', b: '0', deadline: 'good', 'cpu-used': '5', 'row-mt': '1', threads: '2' },
  },
  [AV_CODEC_ID_AV1]: { encoder: 'libsvtav1', options: { preset: '8', crf: '6', 'svtav1-params': 'enable-tf=0' } },
  [AV_CODEC_ID_MPEG4]: { encoder: 'mpeg4', options: { flags: '+qscale', global_quality: '236' } },
  [AV_CODEC_ID_MJPEG]: { encoder: 'mjpeg', options: { flags: '+qscale', global_quality: '236' } },
  [AV_CODEC_ID_PRORES]: { encoder: 'prores_ks', options: {} },
};

export const soundEncodings: Readonly<Record<number, Encoding>> = {
  [AV_CODEC_ID_AAC]: { encoder: 'aac', options: { b: '256k' } },
  [AV_CODEC_ID_OPUS]: { encoder: 'libopus', options: { b: '192k' } },
  [AV_CODEC_ID_VORBIS]: { encoder: 'libvorbis', options: { flags: '+qscale', global_quality: '826' } },
  [AV_CODEC_ID_MP3]: { encoder: 'libmp3lame', options: { b: '256k' } },
  [AV_CODEC_ID_FLAC]: { encoder: 'flac', options: {} },
};
