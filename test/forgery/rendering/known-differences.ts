// Known differences between what programs show of a delivered file and of its canonical content,
// each with the reason. All of them follow from where signing and embedding write. Nobody else can
// cause them.
import type { Difference } from './compare-variants.ts';

interface KnownDifference {
  readonly reason: string;
  covers(difference: Difference): boolean;
}

const withManifest = (variant: string) => variant.endsWith('with a manifest');

export const knownDifferences: readonly KnownDifference[] = [
  {
    reason:
      'exiftool 12 takes Exif behind a manifest for a loop ("references previous JUMBFBox directory") and skips it',
    covers: ({ format, viewer, variant }) => format === 'png' && viewer === 'exiftool' && withManifest(variant),
  },
  {
    reason: 'FFmpeg does not read an animated PNG with text between fcTL and IDAT, where signing writes it',
    covers: ({ format, viewer, variant, detail }) =>
      format === 'png' && viewer === 'ffprobe' && variant === 'delivered' && detail.startsWith('pix_fmt'),
  },
  {
    reason: 'FFmpeg looks for the frames of an animated PNG in its first 2 KB, which a manifest fills',
    covers: ({ format, viewer, variant, detail }) =>
      format === 'png' && viewer === 'ffprobe' && withManifest(variant) && detail.startsWith('codec_name: "apng"'),
  },
  {
    reason: 'FFmpeg reads ID3v1 at the end only of an MP3 without ID3v2, which signing adds',
    covers: ({ format, viewer }) => format === 'mp3' && viewer === 'ffprobe',
  },
  {
    reason: 'XMP in UTF-16 cannot take our property: signing puts a packet of ours in its place',
    covers: ({ format, viewer, detail }) => format === 'pdf' && viewer === 'exiftool' && detail.startsWith('XMP-'),
  },
  {
    reason: 'exiftool reads the title of a page only with a line end behind it, which comes with our element',
    covers: ({ format, viewer, detail }) =>
      format === 'html' && viewer === 'exiftool' && detail.startsWith(' → HTML:Title'),
  },
  {
    reason: 'a WebP that lacks its last byte is shown by some programs only with that byte, which our chunk needs',
    covers: ({ format, viewer, detail }) => format === 'webp' && viewer === 'exiftool' && detail.startsWith(' → '),
  },
];

export function reasonFor(difference: Difference): string | undefined {
  return knownDifferences.find(({ covers }) => covers(difference))?.reason;
}
