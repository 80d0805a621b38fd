// Settings of how content is signed and verified.
import { type Accelerator, accelerators } from '@content-provenance/engine';
import { BadValue, count, flag, positiveNumber, setting, urlOf } from '../setting.ts';

export const contentSettings = {
  mediaDecoder: setting(
    'MEDIA_DECODER',
    'Whether the service decodes video (with FFmpeg, in separate processes). Without it, the service signs and finds video by its token only.',
    'true if the optional package node-av is installed',
    flag(true),
  ),
  neuralWatermark: setting(
    'NEURAL_WATERMARK',
    'Whether the service writes and searches the neural watermark: in images, in videos signed with in_band, and in audio if the audio networks are installed. A request can turn it off. A search takes about 0.5 s for an image, 1 s for a video, and up to 2 s for audio.',
    'true if the optional package onnxruntime-node is installed',
    flag(true),
  ),
  neuralAccelerator: setting(
    'NEURAL_ACCELERATOR',
    'Accelerator for the neural networks: cuda (NVIDIA, Linux and Windows x64), coreml (macOS), dml (DirectML, Windows) or webgpu. Install the drivers and libraries that ONNX Runtime needs for it. If the accelerator does not work, the log says why and the networks run on the processor.',
    'the processor',
    accelerator,
  ),
  taskMostSeconds: setting(
    'TASK_MOST_SECONDS',
    'Maximum time to process one file, in seconds (1 to 3600). After that, the service returns 503. A video signed with in_band can take three times as long. Time in which the service is paused does not count.',
    '60',
    seconds(60),
  ),
  inBandMostSeconds: setting(
    'IN_BAND_MOST_SECONDS',
    'Maximum duration of a video signed with in_band, in seconds. The service encodes such a video again to add a watermark to its frames.',
    '60',
    count(60),
  ),
  inBandMostMegapixels: setting(
    'IN_BAND_MOST_MEGAPIXELS',
    'Maximum number of pixels in all frames of a video signed with in_band, in millions.',
    '700',
    count(700),
  ),
  resolveReferences: setting(
    'RESOLVE_REFERENCES',
    'Whether POST /v1/c2pa/matches/byReference fetches assets from https:// URLs that callers name. Only public addresses are reached.',
    'false',
    flag(false),
  ),
  timestampUrls: setting(
    'TIMESTAMP_URL',
    'Time stamp authorities (RFC 3161) for classical C2PA manifests, separated by commas and tried in order: http:// or https://, public addresses. A manifest without a time stamp is valid no longer than its certificate.',
    'manifests have no time stamp',
    timestampUrls,
  ),
  trustListPaths: setting(
    'C2PA_TRUST_LISTS',
    'Files with certificates of authorities (PEM), separated by commas, at most 8. Manifests that were signed under one of them read as `trusted`, and the result names the list: the file name without its ending.',
    'no signer is trusted',
    trustListPaths,
  ),
};

function seconds(fallback: number) {
  return (value: string | undefined) => positiveNumber(value, fallback, 3_600, 'a whole number from 1 to 3600');
}

function accelerator(value: string | undefined): Accelerator | undefined {
  if (value === undefined) return undefined;
  const known = accelerators.find((each) => each === value);
  if (!known) throw new BadValue(`one of ${accelerators.join(', ')}`);
  return known;
}

function timestampUrls(value: string | undefined): readonly string[] {
  const wanted = 'addresses that start with http:// or https://, separated by commas';
  return value === undefined ? [] : value.split(',').map((each) => urlOf(each.trim(), ['http:', 'https:'], wanted)!);
}

function trustListPaths(value: string | undefined): readonly string[] {
  const paths = value?.split(',').map((each) => each.trim()) ?? [];
  if (paths.length > 8 || paths.includes('')) throw new BadValue('paths of at most 8 files, separated by commas');
  return paths;
}
