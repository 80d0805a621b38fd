// A figure with its name, and its share of a whole.
import { Progress } from '@mantine/core';
import type { ReactNode } from 'react';

interface FigureProps {
  readonly title: string;
  readonly value: ReactNode;
  /** The color of the same count in charts. */
  readonly tone?: 'accent' | 'blue' | 'good' | 'bad' | 'warn';
  readonly children?: ReactNode;
}

export function Figure({ title, value, tone, children }: FigureProps) {
  return (
    <section className="panel" data-figure={tone}>
      <div className="quiet">{title}</div>
      <div className="figure-value">{value}</div>
      <div className="quiet">{children}</div>
    </section>
  );
}

interface ShareProps {
  readonly label: string;
  readonly used: number;
  readonly whole: number;
}

/** From 80%, it warns. The service also warns by email. */
export function Share({ label, used, whole }: ShareProps) {
  const percent = Math.min(100, (100 * used) / whole);
  return (
    <Progress
      className="share"
      value={percent}
      mt="xs"
      aria-label={label}
      color={percent >= 100 ? 'var(--bad)' : percent >= 80 ? 'var(--warn)' : 'var(--accent)'}
    />
  );
}
