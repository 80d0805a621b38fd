// What the analytics of a record look like, for the plan gate.
import { TrendChart } from '../../components/trend-chart.tsx';
import { dayName } from '../../components/trend-times.ts';
import { sampleTexts as texts } from '../../texts/gates.ts';

const verifications = [2, 3, 5, 4, 8, 12, 9, 14, 11, 18, 24, 19, 15, 21];
const changed = [0, 0, 1, 0, 0, 2, 1, 0, 3, 2, 5, 1, 0, 2];
const days = verifications.map((_, place) => dayName(`2026-03-${String(place + 1).padStart(2, '0')}`));

export function SampleActivity() {
  return (
    <TrendChart
      title={texts.analytics}
      times={days}
      series={[
        { name: texts.verifications, tone: 'blue', values: verifications },
        { name: texts.changed, tone: 'bad', values: changed },
      ]}
    />
  );
}
