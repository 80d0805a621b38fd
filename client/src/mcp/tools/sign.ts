// The tool `sign`: the service signs content, and the signed content becomes a new file. An
// existing file stays as it is, unless the call asks to overwrite it.
import { createHash, randomUUID } from 'node:crypto';
import { basename, dirname, extname, join } from 'node:path';
import { CommandError } from '../../cli/command-errors.ts';
import { LARGEST_UPLOAD } from '../../content-sizes.ts';
import type { Client } from '../../index.ts';
import type { AllowedFolders } from '../allowed-folders.ts';
import { limits } from '../claims.ts';
import { pathProperty, readInput, textProperty } from '../content-input.ts';
import { certificateField, count, limitsField, object, text, texts } from '../output-schema.ts';
import { asData, certificateUrl } from '../present.ts';
import type { Input, Tool } from '../tool.ts';

export interface SignDefaults {
  readonly generator: string | undefined;
  readonly model: string | undefined;
}

/** A text never gets the name of a program. */
const textEndings = ['.txt', '.md', '.html', '.htm'];
const strengths = ['balanced', 'strong', 'faint', 'none'] as const;

export function signTool(client: Client, folders: AllowedFolders, serviceUrl: string, defaults: SignDefaults): Tool {
  function setting(input: Input, name: 'generator' | 'model'): string {
    const value = input.text(name) ?? defaults[name];
    if (value !== undefined) return value;
    throw new CommandError(`The argument "${name}" is missing, and the server was started without a default.`);
  }

  return {
    name: 'sign',
    title: 'Sign content',
    description: `Signs AI-generated content for your organization and writes the signed content to a new file, with its token and watermark. Every call that signs counts against the plan of the organization and makes a permanent public record. Sign only content that the stated AI model made. The content is sent to the service at ${new URL(serviceUrl).host}, which does not store it.`,
    inputSchema: {
      type: 'object',
      properties: {
        path: pathProperty,
        text: textProperty,
        output: {
          type: 'string',
          minLength: 1,
          maxLength: 4_096,
          description: `The file to write, with the ending of the input. Default: next to the input (photo.signed.jpg). Required for text, with the ending ${textEndings.join(', ')}`,
        },
        model: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description: `AI model that made the content. Default: ${defaults.model ?? 'none'}`,
        },
        generator: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: `ID of the generator that signs. Default: ${defaults.generator ?? 'none'}`,
        },
        watermark: {
          type: 'string',
          enum: strengths,
          description:
            'Strength for images. none: no watermark. Default: none for texts that programs read (code, data, settings, JSON), otherwise balanced',
        },
        neural: {
          type: 'boolean',
          description: 'Also add a neural watermark to MP3 and FLAC. Pictures and WAV get one by default',
        },
        in_band: {
          type: 'boolean',
          description: 'Add a watermark to every frame and the audio of a video, which encodes the video again',
        },
        overwrite: { type: 'boolean', description: 'Replace the output file if it exists. Default: false' },
        again: {
          type: 'boolean',
          description: 'Sign content that already carries a token or a watermark in its text. Default: false',
        },
      },
      additionalProperties: false,
    },
    outputSchema: object({
      output: text('The signed file. Publish this file: the input is not signed'),
      bytes: count('Size of the signed file'),
      token: text('Token of the record'),
      record_id: text('ID of the record'),
      format: text('image, audio, text or video'),
      carries: texts('What is in the file: token, watermark, in_band, neural, manifest'),
      notes: text('What was left out. Can be empty'),
      certificate_url: certificateField,
      limits: limitsField,
    }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    async call(input, { signal, onProgress }) {
      const { path, content } = await readInput(folders, input);
      const [generatorId, model] = [setting(input, 'generator'), setting(input, 'model')];
      const overwrite = input.flag('overwrite');
      // Before anything is signed and counted.
      const place = await folders.place(outputOf(path, input.text('output')), endingsFor(path), overwrite);
      if (content.length > LARGEST_UPLOAD) throw new CommandError('The file is larger than 50 MB. Use a smaller file.');
      if (!input.flag('again')) await expectUnsigned(content);
      const watermark = strengths.find((each) => each === input.text('watermark'));
      const fileName = basename(path ?? place);
      const { isProgramName } = await import('../../node.ts');
      const settings = {
        generatorId,
        model,
        ...(watermark !== undefined && { watermark }),
        inBand: input.flag('in_band'),
        ...(input.flag('neural') && { neural: true }),
      };
      // The same call gets the same record, unless it asks for another. A name decides the default
      // watermark.
      const calls = [settings, isProgramName(fileName), input.flag('again') ? randomUUID() : ''];
      const name = createHash('sha256').update(JSON.stringify(calls));
      const signed = await client.sign(
        { ...settings, content, fileName, idempotencyKey: name.update(content).digest('hex') },
        { signal, ...(onProgress && { onProgress }) },
      );
      const bytes = await signed.bytes();
      signal.throwIfAborted();
      await folders.write(place, bytes, overwrite);
      const { token, recordId, format, carries, notes } = signed;
      return {
        output: place,
        bytes: bytes.length,
        token,
        record_id: recordId,
        format,
        carries,
        notes: asData(notes, 1_000),
        certificate_url: certificateUrl(serviceUrl, recordId),
        limits,
      };
    },
  };
}

async function expectUnsigned(content: Uint8Array): Promise<void> {
  const { findOwnMark } = await import('../../node.ts');
  const mark = await findOwnMark(content);
  if (mark !== null)
    throw new CommandError(
      `The content is already signed (${mark}). Verify it, or set "again" to true to sign it again.`,
    );
}

function outputOf(path: string | null, output: string | undefined): string {
  if (output !== undefined) return output;
  if (path === null) throw new CommandError('The argument "output" is missing. A text needs a file to write.');
  const ending = extname(path);
  return join(dirname(path), `${basename(path, ending)}.signed${ending}`);
}

function endingsFor(path: string | null): readonly string[] {
  return path === null ? textEndings : [extname(path).toLowerCase()];
}
