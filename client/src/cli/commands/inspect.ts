// `provenance inspect`: what is in a file, read on this machine. Nothing is sent.
import type { ContentFindings } from '../../node.ts';
import type { Command } from '../command.ts';
import { UsageError } from '../command-errors.ts';
import { exitCodes } from '../exit-codes.ts';
import { readContent } from './verify.ts';

export const inspectCommand: Command = {
  name: 'inspect',
  summary: 'Show what is in a file: token, XMP, C2PA, watermark, hashes',
  parameters: '<file or ->',
  mostWords: 1,
  details:
    'This command sends nothing. It shows what the file contains. To check whether it is true, use `provenance verify`.',
  options: { json: { type: 'boolean', about: 'Print JSON' } },
  async run({ terminal }, [file], values) {
    if (file === undefined) throw new UsageError('Enter a file.');
    const { inspectContent } = await import('../../node.ts');
    const findings = await inspectContent(await readContent(file));
    if (values.json) terminal.sayJson({ file, ...findings });
    else for (const line of describe(findings)) terminal.say(line);
    return exitCodes.done;
  },
};

function describe(findings: ContentFindings): string[] {
  const { format, kind, mime_type, bytes, token, watermark_id, c2pa, xmp, content_hash, file_hash, phash } = findings;
  const rows = [
    ['format', format ? `${format}, ${kind}, ${mime_type}` : 'unknown'],
    ['size', `${bytes} bytes`],
    ['token', token ?? 'none'],
    ['mark', watermark_id ?? 'none found on this machine'],
    ['XMP', xmp.packets > 0 ? `${xmp.packets} packet${xmp.packets === 1 ? '' : 's'}, ${xmp.bytes} bytes` : 'none'],
    ['C2PA', c2pa.found ? `manifest store: ${c2pa.manifests.join(', ') || 'without a label'}` : 'none'],
    ['content hash', content_hash],
    ['file hash', content_hash === file_hash ? 'the same' : file_hash],
    ['perceptual hash', phash ?? 'none'],
  ] as const;
  return [
    ...rows.map(([name, value]) => `${name.padEnd(16)}${value}`),
    ...findings.notes.map((note) => `${'note'.padEnd(16)}${note}`),
  ];
}
