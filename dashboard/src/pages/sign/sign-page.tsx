// Signs files in the browser: choose files, name the model, and download them signed. Once there
// are results, they come first, and the form is a row above them.
import type { Answer, Generator } from '@content-provenance/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { generatorsQuery, meQuery } from '../../api/queries.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { signTexts as texts } from '../../texts/sign.ts';
import { NoGenerator } from './no-generator.tsx';
import { type SigningTask, signings } from './sign-file.ts';
import { SignForm } from './sign-form.tsx';
import { SignResults } from './sign-results.tsx';

export function SignPage() {
  const generators = useQuery(generatorsQuery);
  const me = useQuery(meQuery);
  const failed = [generators, me].find(({ error }) => error);
  const hasResults = signings.use().length > 0;
  return (
    <div className={hasResults ? 'has-results' : undefined}>
      <PageHeading title={texts.heading} lead={hasResults ? undefined : texts.lead} />
      {failed?.error ? (
        <ErrorState error={failed.error} retry={() => void failed.refetch()} />
      ) : generators.data && me.data ? (
        <Signing generators={generators.data.generators} me={me.data} />
      ) : (
        <LoadingState height={480} />
      )}
    </div>
  );
}

interface SigningProps {
  readonly generators: readonly Generator[];
  readonly me: Answer<'GET /v1/auth/me'>;
}

function Signing({ generators, me }: SigningProps) {
  const list = signings.use();
  // How often you have started to sign on this visit: the focus then moves to the results.
  const [started, setStarted] = useState(0);
  const active = generators.filter(({ status }) => status === 'active');
  const usable = active.filter(({ mode }) => mode === 'server');
  const sign = (tasks: readonly SigningTask[]) => {
    signings.add(tasks);
    setStarted(started + 1);
  };
  return (
    <>
      {usable.length > 0 ? (
        <SignForm generators={usable} me={me} isBar={list.length > 0} onSign={sign} />
      ) : (
        <NoGenerator hasOthers={active.length > 0} />
      )}
      {list.length > 0 && <SignResults started={started} />}
    </>
  );
}
