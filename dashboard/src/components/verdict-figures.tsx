// Verifications and their three verdicts, each as a figure in its color. The first one shows that
// the others add up to it.
import { analyticsTexts } from '../texts/analytics.ts';
import { Figure } from './figure.tsx';

const texts = analyticsTexts.figures;

export interface VerdictCounts {
  readonly total_verifications: number;
  readonly authentic_count: number;
  readonly tamper_count: number;
  readonly not_proven_count: number;
}

interface VerdictFiguresProps {
  readonly counts: VerdictCounts;
  /** Says the period. */
  readonly title?: string;
}

const figure = (count: number) => count.toLocaleString('en');

export function VerdictFigures({ counts, title = texts.verifications }: VerdictFiguresProps) {
  const { total_verifications: total, authentic_count, tamper_count, not_proven_count } = counts;
  const [authentic, tampered, unproven] = [figure(authentic_count), figure(tamper_count), figure(not_proven_count)];
  return (
    <>
      <Figure title={title} value={figure(total)} tone="blue">
        {texts.sum(authentic, tampered, unproven)}
      </Figure>
      <Figure title={texts.authentic} value={authentic} tone="good">
        {texts.authenticNote}
      </Figure>
      <Figure title={texts.tampered} value={tampered} tone="bad">
        {texts.tamperedNote}
      </Figure>
      <Figure title={texts.not_proven} value={unproven} tone="warn">
        {texts.notProvenNote}
      </Figure>
    </>
  );
}
