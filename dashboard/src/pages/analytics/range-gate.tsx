// What a longer range shows, for a plan that does not include it.
import { Button, Group } from '@mantine/core';
import { PageButton } from '../../components/page-link.tsx';
import { EmptyState } from '../../components/states.tsx';
import { pagePaths } from '../../page-paths.ts';
import { analyticsTexts } from '../../texts/analytics.ts';
import { planNames } from '../../texts/overview.ts';
import { type DayRange, planOfRange } from './analytics-ranges.ts';

const texts = analyticsTexts.gate;

interface RangeGateProps {
  readonly range: Exclude<DayRange, 7>;
  readonly has: keyof typeof planNames;
  /** Days that the plan includes. */
  readonly longest: number;
  readonly onBack: () => void;
}

export function RangeGate({ range, has, longest, onBack }: RangeGateProps) {
  const needs = planOfRange[range];
  return (
    <EmptyState title={texts.title(range)} lead={texts.lead(planNames[has], longest, planNames[needs])}>
      <ul className="gate-list">
        {texts.adds[range].map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <p className="quiet">{texts.note}</p>
      <Group justify="center">
        <PageButton to={pagePaths.billing} search={{ plan: needs }}>
          {texts.action}
        </PageButton>
        <Button variant="default" onClick={onBack}>
          {texts.back(longest)}
        </Button>
      </Group>
    </EmptyState>
  );
}
