// Verifications over time, stacked by verdict, so that a bar is as high as all of them together.
import { analyticsTexts, verdictTexts } from '../texts/analytics.ts';
import { TrendChart } from './trend-chart.tsx';
import type { Bars } from './trend-times.ts';

const tones = { authentic: 'good', tampered: 'bad', not_proven: 'warn' } as const;
const verdicts = Object.keys(tones) as (keyof typeof tones)[];

export function VerdictChart({ bars, unit }: Bars) {
  return (
    <TrendChart
      title={analyticsTexts.verificationsTrend}
      times={bars.map(({ name }) => name)}
      unit={unit}
      isStacked
      series={verdicts.map((name) => ({
        name: verdictTexts[name],
        tone: tones[name],
        values: bars.map(({ counts }) => counts[name] ?? 0),
      }))}
    />
  );
}

export function SignaturesChart({ bars, unit }: Bars) {
  return (
    <TrendChart
      title={analyticsTexts.signaturesTrend}
      times={bars.map(({ name }) => name)}
      unit={unit}
      series={[
        {
          name: analyticsTexts.figures.signatures,
          tone: 'accent',
          values: bars.map(({ counts }) => counts.signatures ?? 0),
        },
      ]}
    />
  );
}
