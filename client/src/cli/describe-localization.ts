// Where a file no longer carries the watermark of its record, one line for each part, and what an
// empty list does not mean.
import type { VerificationResult } from '../index.ts';

type Localization = NonNullable<VerificationResult['localization']>;

const nothingShown =
  'found no part without the watermark. This does not show cut parts, changes in flat or silent parts, or light edits';

export function describeLocalization(localization: Localization | undefined): string[] {
  if (!localization) return [];
  const lines = partsOf(localization);
  return lines.length > 0 ? lines : [nothingShown];
}

function partsOf(localization: Localization): string[] {
  switch (localization.kind) {
    case 'image':
      return localization.regions.map(
        ({ x, y, width, height, score }) =>
          `region ${width}×${height} at ${x},${y} does not carry the watermark${sure(score)}`,
      );
    case 'audio':
    case 'video':
      return localization.ranges.map(
        ({ start, end, score }) =>
          `${start.toFixed(1)} s to ${end.toFixed(1)} s does not carry the watermark${sure(score)}`,
      );
    case 'text':
      return localization.paragraphs.map(({ paragraph, line, payload }) =>
        payload === 'missing'
          ? `paragraph ${paragraph} (line ${line}) does not carry the watermark`
          : `paragraph ${paragraph} (line ${line}) carries the watermark in a different place than when it was signed`,
      );
    case 'none':
      return [localization.note];
  }
}

function sure(score: number): string {
  return `  ${Math.round(score * 100)}% sure`;
}
