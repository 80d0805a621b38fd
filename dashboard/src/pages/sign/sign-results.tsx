// The results: a heading that screen readers announce, the progress of everything, and one row for
// each file in the order of selection. The focus moves here when signing starts.
import { Title } from '@mantine/core';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Countdown } from '../../components/countdown.tsx';
import { signTexts as texts } from '../../texts/sign.ts';
import { ClearResults } from './clear-results.tsx';
import { DownloadAll } from './download-all.tsx';
import { OverallProgress } from './overall-progress.tsx';
import { useSaved } from './saved-files.ts';
import { type Signing, signings } from './sign-file.ts';
import { SignRow } from './sign-row.tsx';

const FromYourCode = lazy(() => import('./from-your-code.tsx'));

export function SignResults({ started }: { readonly started: number }) {
  const list = signings.use();
  const pause = signings.usePause();
  const saved = useSaved();
  const heading = useRef<HTMLHeadingElement>(null);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (started === 0) return;
    heading.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'start' });
  }, [started]);
  const pending = list.filter(isPending).length;
  const isUnsaved = list.some(({ id, progress }) => progress.step === 'done' && !saved.has(id));
  const first = list.find(({ progress }) => progress.step === 'done');
  return (
    <>
      <section className="result-section" ref={section}>
        <div className="section-head sign-head">
          <div>
            <div aria-live="polite">
              <Title order={2} ref={heading} tabIndex={-1} className="summary">
                {pending > 0 ? texts.signing(list.length) : summaryOf(list)}
              </Title>
            </div>
            {isUnsaved && <p className="quiet">{texts.keep}</p>}
          </div>
          <div className="with-copy">
            <DownloadAll />
            {pending === 0 && <ClearResults />}
          </div>
        </div>
        {pending > 0 && <OverallProgress list={list} pause={pause} />}
        {pause && <Countdown pause={pause} limit={texts.limit} />}
        <ul className="sign-rows">
          {list.map((signing) => (
            <li key={signing.id}>
              <SignRow signing={signing} isSaved={saved.has(signing.id)} />
            </li>
          ))}
        </ul>
      </section>
      {first && (
        <Suspense fallback={<div className="from-code-coming" aria-busy="true" />}>
          <FromYourCode generatorId={first.task.generatorId} model={first.task.model} />
        </Suspense>
      )}
    </>
  );
}

function isPending({ progress: { step } }: Signing): boolean {
  return step !== 'done' && step !== 'failed';
}

function summaryOf(list: readonly Signing[]): string {
  const failed = list.filter(({ progress }) => progress.step === 'failed').length;
  return texts.summary(list.length - failed, failed);
}
