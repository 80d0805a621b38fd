// The options of `provenance sign`, and which of them are the form fields of POST /v1/sign.
import type { SignInput } from '../index.ts';
import { type Option, oneOf, type Values } from './command.ts';
import { UsageError } from './command-errors.ts';

export type ServiceOptions = Pick<SignInput, 'format' | 'watermark' | 'neural' | 'inBand' | 'c2pa'>;

const strengths = ['balanced', 'strong', 'faint', 'none'] as const;
const formats = ['image', 'audio', 'text', 'video'] as const;

export const signOptions: Readonly<Record<string, Option>> = {
  generator: { type: 'string', short: 'g', value: 'id', about: 'Generator that signs' },
  model: { type: 'string', short: 'm', value: 'name', about: 'AI model that made the content' },
  out: {
    type: 'string',
    short: 'o',
    value: 'folder',
    about: 'Write the signed files to this folder, with the same names. With -, the output file',
  },
  'in-place': { type: 'boolean', about: 'Replace the originals with the signed files' },
  watch: { type: 'boolean', short: 'w', about: 'Sign the files that are in folders or appear there, until Ctrl-C' },
  key: { type: 'string', value: 'file', about: 'Sign with your own private key (`provenance keys generate`)' },
  format: { type: 'string', value: 'format', about: `${formats.join(', ')} (default: detected from the content)` },
  label: {
    type: 'string',
    value: 'text',
    about: 'Private label, if your organization keeps labels (default: file name)',
  },
  watermark: {
    type: 'string',
    value: 'strength',
    about: 'balanced, strong, faint or none (default: none for code, data and settings, otherwise balanced)',
  },
  neural: { type: 'boolean', about: 'Also MP3 and FLAC: add a neural watermark (encodes them again)' },
  'no-neural': { type: 'boolean', about: 'Add no neural watermark' },
  'in-band': {
    type: 'boolean',
    about: 'Videos: add a watermark to every frame and to the audio (encodes the video again)',
  },
  'keep-c2pa': {
    type: 'boolean',
    about: 'JPEG and PNG: keep a C2PA manifest as part of a new one (Growth plan or above)',
  },
  parallel: { type: 'string', short: 'p', value: 'number', about: 'Files at the same time (default: 6)' },
  force: { type: 'boolean', short: 'f', about: 'Sign files that are already signed, and overwrite existing files' },
  json: { type: 'boolean', about: 'Print JSON' },
};

/** Refuses what only the service can do if you sign with your own key, and what conflicts. */
export function serviceOptionsOf(values: Values): ServiceOptions {
  if (values.key !== undefined) {
    const only = ['format', 'neural', 'no-neural', 'in-band', 'keep-c2pa'].find((name) => values[name] !== undefined);
    if (only) throw new UsageError(`Only the service can do --${only}. Use it without --key.`);
  }
  const watermark = values.watermark === undefined ? undefined : oneOf(values, 'watermark', strengths);
  if (values.key !== undefined && (watermark === 'strong' || watermark === 'faint'))
    throw new UsageError('Only the service can choose the strength. With --key, use --watermark balanced or none.');
  if (values.neural && values['no-neural']) throw new UsageError('Use --neural or --no-neural, not both.');
  const other = (['in-band', 'neural'] as const).find((name) => values[name]);
  if (watermark === 'none' && other) throw new UsageError(`Use --watermark none or --${other}, not both.`);
  return {
    inBand: values['in-band'] === true,
    ...(watermark !== undefined && { watermark }),
    ...(values.format !== undefined && { format: oneOf(values, 'format', formats) }),
    ...((values.neural || values['no-neural']) && { neural: values.neural === true }),
    ...(values['keep-c2pa'] && { c2pa: 'keep' as const }),
  };
}
