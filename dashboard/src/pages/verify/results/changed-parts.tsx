// Where a file no longer carries the watermark of its record: drawn over the visitor's own picture,
// which stays in this tab, or as a list of times or paragraphs. Always with what it cannot show.
import type { VerificationResult } from '@content-provenance/client';
import { Title } from '@mantine/core';
import { changedPartsTexts as texts } from '../../../texts/verify.ts';
import { ChangedPicture } from './changed-picture.tsx';

export type Localization = NonNullable<VerificationResult['localization']>;

interface ChangedPartsProps {
  readonly localization: Localization;
  readonly name: string;
  readonly content: Blob;
}

export function ChangedParts({ localization, name, content }: ChangedPartsProps) {
  const words = partsOf(localization);
  return (
    <section className="changed-parts">
      <Title order={3} size="h3" mb="sm">
        {texts.title}
      </Title>
      {localization.kind === 'image' && localization.regions.length > 0 && (
        <ChangedPicture localization={localization} name={name} content={content} />
      )}
      {words.length === 1 && <p>{words[0]}</p>}
      {words.length > 1 && (
        <ul>
          {words.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      {localization.kind !== 'none' && <p className="quiet">{texts.cannotShow[localization.kind]}</p>}
    </section>
  );
}

function partsOf(localization: Localization): string[] {
  switch (localization.kind) {
    case 'image':
      return [texts.picture(localization.regions.length)];
    case 'audio':
    case 'video':
      return localization.ranges.length > 0
        ? localization.ranges.map(({ start, end }) => texts.range(timeOf(start), timeOf(end)))
        : [texts.noRange];
    case 'text':
      return localization.paragraphs.length > 0
        ? localization.paragraphs.map(({ paragraph, line, payload }) => texts.paragraph[payload](paragraph, line))
        : [texts.noParagraph];
    case 'none':
      return [localization.note];
  }
}

function timeOf(seconds: number): string {
  const whole = Math.floor(seconds / 60);
  return `${whole}:${(seconds - whole * 60).toFixed(1).padStart(4, '0')}`;
}
