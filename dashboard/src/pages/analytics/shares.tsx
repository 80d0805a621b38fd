// How a number divides into kinds, each with its figure and a bar.
import { Title } from '@mantine/core';
import { analyticsTexts as texts } from '../../texts/analytics.ts';

interface SharesProps<Name extends string> {
  readonly title: string;
  readonly names: Readonly<Record<Name, string>>;
  readonly counts: Readonly<Record<Name, number>>;
}

export function Shares<Name extends string>({ title, names, counts }: SharesProps<Name>) {
  const kinds = Object.keys(names) as Name[];
  const whole = kinds.reduce((sum, name) => sum + counts[name], 0);
  return (
    <section className="panel">
      <Title order={2}>{title}</Title>
      <ul className="shares">
        {kinds.map((name) => (
          <li key={name}>
            <div className="shares-line">
              <span>{names[name]}</span>
              <span>{texts.count(counts[name])}</span>
            </div>
            <meter aria-label={names[name]} max={Math.max(1, whole)} value={counts[name]} />
          </li>
        ))}
      </ul>
    </section>
  );
}
