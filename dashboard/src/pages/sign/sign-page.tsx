// Signs files in the browser: choose a generator and name the model, choose files, download them
// signed.
import type { Generator } from '@content-provenance/client';
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { generatorsQuery } from '../../api/queries.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { PageButton } from '../../components/page-link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { UploadCard } from '../../components/upload-card.tsx';
import { pagePaths } from '../../page-paths.ts';
import { signTexts as texts } from '../../texts/sign.ts';
import { DownloadAll } from './download-all.tsx';
import { signings } from './sign-file.ts';
import { SignForm } from './sign-form.tsx';
import { SignedCard } from './signed-card.tsx';

export function SignPage() {
  const { data, error, refetch } = useQuery(generatorsQuery);
  return (
    <>
      <PageHeading title={texts.heading} lead={texts.lead} />
      {data ? (
        <Signing generators={data.generators} />
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <LoadingState height={480} />
      )}
    </>
  );
}

function Signing({ generators }: { readonly generators: readonly Generator[] }) {
  const list = signings.use();
  const active = generators.filter(({ status }) => status === 'active');
  const usable = active.filter(({ mode }) => mode === 'server');
  if (usable.length === 0) {
    return (
      <EmptyState title={texts.noneTitle} lead={active.length > 0 ? texts.noneClient : texts.noneLead}>
        <PageButton to={pagePaths.newGenerator}>{texts.create}</PageButton>
      </EmptyState>
    );
  }
  return (
    <>
      <SignForm generators={usable} onSign={signings.add} />
      <section className="result-section" aria-live="polite">
        {list.length > 0 && (
          <div className="section-head">
            <div>
              <Title order={2}>{texts.results}</Title>
              <p className="quiet">{texts.keep}</p>
            </div>
            <DownloadAll />
          </div>
        )}
        <div className="results">
          {list.map(({ id, task, progress }) =>
            progress.step === 'done' ? (
              <SignedCard key={id} name={task.name} signed={progress.result} />
            ) : (
              <UploadCard
                key={id}
                name={task.name}
                size={task.content.size}
                progress={progress}
                working={texts.working}
                onRetry={() => signings.retry(id)}
                onCancel={() => signings.cancel(id)}
              />
            ),
          )}
        </div>
      </section>
    </>
  );
}
