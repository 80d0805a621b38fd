// The results: one summary that screen readers announce, and a row for each file in the order of
// selection. When all are there, the focus moves to the result, or to the summary of several.
import type { TokenStatus } from '@content-provenance/client';
import { summarize } from '@content-provenance/engine/verdicts';
import { Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Countdown } from '../../../components/countdown.tsx';
import { resultTexts as texts } from '../../../texts/verify.ts';
import { ledTo, type Verification, verifications } from '../verifications.ts';
import { ResultRow } from './result-row.tsx';
import { TokenRow } from './token-row.tsx';

interface ResultsProps {
  readonly token: { readonly name: string; readonly status: TokenStatus } | null;
}

export default function Results({ token }: ResultsProps) {
  const list = verifications.use();
  const pause = verifications.usePause();
  const section = useRef<HTMLElement>(null);
  const pending = list.filter(({ progress: { step } }) => step !== 'done' && step !== 'failed').length;
  useFocusOnResult(section, list, pending, token?.name);
  return (
    <section className="result-section" ref={section}>
      <div className="section-head">
        <div aria-live="polite">
          <Title order={2} tabIndex={-1} className="summary">
            {pending > 0 ? texts.checking(list.length) : summaryOf(list)}
          </Title>
        </div>
        {pending === 0 && list.length > 0 && (
          <button type="button" className="way no-print" onClick={() => verifications.clear()}>
            {texts.clear}
          </button>
        )}
      </div>
      {pause && <Countdown pause={pause} limit={texts.limit} />}
      <div className="results">
        {token && <TokenRow token={token.name} status={token.status} />}
        {list.map((verification) => (
          <ResultRow key={verification.id} verification={verification} isOnly={list.length === 1} />
        ))}
      </div>
    </section>
  );
}

function summaryOf(list: readonly Verification[]): string {
  const verdicts = list.flatMap(({ progress }) => (progress.step === 'done' ? progress.result.verdict : []));
  const failed = list.length - verdicts.length;
  return [...(verdicts.length > 0 ? [summarize(verdicts)] : []), ...(failed > 0 ? [texts.failed(failed)] : [])].join(
    ', ',
  );
}

/**
 * Moves to each result once: not to those of an earlier visit, and not again after a return to the
 * page.
 */
function useFocusOnResult(
  section: React.RefObject<HTMLElement | null>,
  list: readonly Verification[],
  pending: number,
  token: string | undefined,
): void {
  const shownToken = useRef<string | undefined>(undefined);
  useEffect(() => {
    const added = list.filter(({ id }) => id > ledTo.id);
    const isNewToken = token !== undefined && token !== shownToken.current;
    if (pending > 0 || (added.length === 0 && !isNewToken)) return;
    ledTo.id = Math.max(ledTo.id, ...added.map(({ id }) => id));
    shownToken.current = token;
    const target = added.length > 1 ? '.summary' : 'article summary';
    section.current?.querySelector<HTMLElement>(target)?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'start' });
  }, [section, list, pending, token]);
}
