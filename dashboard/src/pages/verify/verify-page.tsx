// The public verify page: provide content in any way, and get a verdict for each file in plain
// words. The code for results is loaded with the first file.
import { Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { client } from '../../api/client.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { verifyTexts as texts } from '../../texts/verify.ts';
import { filesToVerify } from '../../window/handed-over.ts';
import { useWindowContent } from '../../window/use-window-content.ts';
import { ContentInput } from './content-input.tsx';
import { getAddress, takeWaitingAddress } from './get-address.ts';
import { takeShared } from './shared-files.ts';
import { textAsContent } from './text-content.ts';
import { addContents, verifications } from './verifications.ts';

const Results = lazy(() => import('./results/results.tsx'));

const addText = (text: string) => addContents([textAsContent(text)]);

export function VerifyPage() {
  const list = verifications.use();
  const isOver = useWindowContent({ onFiles: addContents, onText: addText });
  const lookUp = useMutation({ mutationFn: (token: string) => client.verify.status(token) });
  const fetched = useMutation({ mutationFn: getAddress, onSuccess: (content) => addContents([content]) });
  const { mutate: fetchWaiting } = fetched;
  useEffect(() => {
    addContents(filesToVerify.take());
    void takeShared().then(addContents);
    const address = takeWaitingAddress();
    if (address) fetchWaiting(address);
  }, [fetchWaiting]);
  const hasResults = list.length > 0 || lookUp.isSuccess;
  return (
    <div className={hasResults ? 'verify has-results' : 'verify'} data-over={isOver}>
      <PageHeading title={texts.title} lead={hasResults ? undefined : texts.lead} />
      <ContentInput
        isBar={hasResults}
        onContent={addContents}
        onToken={(token) => lookUp.mutate(token)}
        tokenPending={lookUp.isPending}
        tokenError={lookUp.error}
      />
      {fetched.error && (
        <p className="problem" role="alert">
          {fetched.error.message}
        </p>
      )}
      {hasResults && (
        <Suspense fallback={<p aria-busy="true" className="quiet results-coming" />}>
          <Results token={lookUp.isSuccess ? { name: lookUp.variables, status: lookUp.data } : null} />
        </Suspense>
      )}
      <section className="limits">
        <Title order={2}>{texts.limits.title}</Title>
        <div className="three">
          {texts.limits.points.map(({ title, words }) => (
            <div key={title}>
              <Title order={3}>{title}</Title>
              <p className="quiet">{words}</p>
            </div>
          ))}
        </div>
      </section>
      {isOver && (
        <div className="drop-curtain" aria-hidden="true">
          <strong>{texts.dropHere}</strong>
        </div>
      )}
    </div>
  );
}
