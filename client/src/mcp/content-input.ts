// The content that a call is about: a file, or text in the call itself.
import { CommandError } from '../cli/command-errors.ts';
import type { AllowedFolders } from './allowed-folders.ts';
import type { Input, InputProperty } from './tool.ts';

export interface GivenContent {
  /** Null: text. */
  readonly path: string | null;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** Longer texts are files. */
const longestText = 1_000_000;

export const pathProperty: InputProperty = {
  type: 'string',
  minLength: 1,
  maxLength: 4_096,
  description: 'A file in an allowed folder: an absolute path, or relative to the first allowed folder',
};
export const textProperty: InputProperty = {
  type: 'string',
  minLength: 1,
  maxLength: longestText,
  description:
    'Text instead of a file. Prefer a file: a text that passes through a model often loses invisible characters, such as those of a watermark',
};

export async function readInput(folders: AllowedFolders, input: Input): Promise<GivenContent> {
  const [path, text] = [input.text('path'), input.text('text')];
  if ((path === undefined) === (text === undefined)) throw new CommandError('Set either "path" or "text".');
  if (path !== undefined) return folders.read(path);
  return { path: null, content: new TextEncoder().encode(text) as Uint8Array<ArrayBuffer> };
}
