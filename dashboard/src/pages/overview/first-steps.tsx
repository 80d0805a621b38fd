// Guides a new user to the first signed and verified file, step by step. It disappears permanently
// when all steps are done or when you hide it.
import { Button, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Mark } from '../../components/marks.tsx';
import { PageButton } from '../../components/page-link.tsx';
import { Tag } from '../../components/tag.tsx';
import { pagePaths } from '../../page-paths.ts';
import { firstStepsTexts as texts } from '../../texts/overview.ts';

interface FirstStepsProps {
  readonly hasGenerator: boolean;
  readonly hasRecord: boolean;
  readonly hasVerification: boolean;
}

const kept = 'first-steps';
const ways = { generator: pagePaths.newGenerator, sign: pagePaths.sign, verify: pagePaths.verify };

export function FirstSteps({ hasGenerator, hasRecord, hasVerification }: FirstStepsProps) {
  const [isOver, setOver] = useState(() => localStorage.getItem(kept) === 'over');
  const areDone = { generator: hasGenerator || hasRecord, sign: hasRecord, verify: hasRecord && hasVerification };
  const names = Object.keys(areDone) as (keyof typeof areDone)[];
  const next = names.find((name) => !areDone[name]);
  useEffect(() => {
    if (isOver || next === undefined) localStorage.setItem(kept, 'over');
  }, [isOver, next]);
  // If you start with another account in this browser, it appears again.
  if (next === undefined || (isOver && hasRecord)) return null;
  return (
    <section className="panel first-steps">
      <div className="section-head">
        <div>
          <Title order={2}>{texts.title}</Title>
          <p className="quiet">{texts.lead}</p>
        </div>
        {hasRecord && (
          <Button size="xs" variant="default" onClick={() => setOver(true)}>
            {texts.hide}
          </Button>
        )}
      </div>
      <ol>
        {names.map((name, place) => (
          <li key={name} data-done={areDone[name]} aria-current={name === next ? 'step' : undefined}>
            {areDone[name] ? (
              <Mark name="good" className="step-mark" />
            ) : (
              <span className="step-mark step-number" aria-hidden>
                {place + 1}
              </span>
            )}
            <div>
              <Title order={3}>
                {texts.steps[name].title} {areDone[name] && <Tag tone="good">{texts.done}</Tag>}
              </Title>
              <p className="quiet">{texts.steps[name].words}</p>
            </div>
            {name === next && <PageButton to={ways[name]}>{texts.steps[name].action}</PageButton>}
          </li>
        ))}
      </ol>
    </section>
  );
}
