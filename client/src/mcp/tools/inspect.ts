// The tool `inspect`: what content contains, read on this machine. Nothing is sent.
import type { AllowedFolders } from '../allowed-folders.ts';
import { limits } from '../claims.ts';
import { pathProperty, readInput, textProperty } from '../content-input.ts';
import { count, flag, limitsField, object, pathField, text, textOrNull, texts } from '../output-schema.ts';
import { asData } from '../present.ts';
import type { Tool } from '../tool.ts';

const meaning =
  'This is what the content contains, not whether it is true. Anyone can copy a token, a watermark or a manifest. To check it, use the tool verify.';
const mostManifests = 50;

export function inspectTool(folders: AllowedFolders): Tool {
  return {
    name: 'inspect',
    title: 'Inspect content on this machine',
    description: `Shows which token, watermark and C2PA manifest a file or text contains, and its hashes. Sends nothing. ${meaning} Some watermarks can only be found by the service, so finding none here means little.`,
    inputSchema: {
      type: 'object',
      properties: { path: pathProperty, text: textProperty },
      additionalProperties: false,
    },
    outputSchema: object({
      path: pathField,
      meaning: text('What this result does not say'),
      format: textOrNull('Such as jpeg. Null: unknown format'),
      kind: textOrNull('image, audio, text or video'),
      bytes: count('Size'),
      token: textOrNull('Token in the metadata'),
      watermark_id: textOrNull('ID in the watermark, if it can be read on this machine'),
      manifest_found: flag('Whether there is a C2PA manifest store'),
      manifest_labels: texts('Labels of the manifests, as the file states them'),
      xmp_packets: count('Number of XMP packets'),
      content_hash: text('Hash of the content without its token container'),
      file_hash: text('Hash of all bytes'),
      perceptual_hash: textOrNull('64-bit perceptual hash of an image'),
      notes: texts('What is damaged or not readable'),
      limits: limitsField,
    }),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    async call(input) {
      const { path, content } = await readInput(folders, input);
      const { inspectContent } = await import('../../node.ts');
      const found = await inspectContent(content);
      const { format, kind, bytes, token, watermark_id, c2pa, xmp, content_hash, file_hash, phash, notes } = found;
      return {
        path,
        meaning,
        format,
        kind,
        bytes,
        token,
        watermark_id,
        manifest_found: c2pa.found,
        manifest_labels: c2pa.manifests.slice(0, mostManifests).map((label) => asData(label)),
        xmp_packets: xmp.packets,
        content_hash,
        file_hash,
        perceptual_hash: phash,
        notes: notes.map((note) => asData(note)),
        limits,
      };
    },
  };
}
