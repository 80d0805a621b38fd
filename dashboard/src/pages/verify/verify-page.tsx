// The public verify page: give content, see a verdict for each in plain words.
import { Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { verifyTexts as texts } from '../../texts/verify.ts';
import { ContentInput } from './content-input.tsx';
import { TokenCard } from './token-card.tsx';
import { useVerifications } from './use-verifications.ts';
import { VerificationCard } from './verification-card.tsx';

export function VerifyPage() {
  const { list, add, retry } = useVerifications();
  const lookUp = useMutation({ mutationFn: (token: string) => client.verify.status(token) });
  const hasResults = list.length > 0 || lookUp.isSuccess;
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      <ContentInput
        onContent={add}
        onToken={(token) => lookUp.mutate(token)}
        tokenPending={lookUp.isPending}
        tokenError={lookUp.error}
      />
      <section className="result-section" aria-live="polite">
        {hasResults && (
          <Title order={2} mb="md">
            {texts.results}
          </Title>
        )}
        <div className="results">
          {lookUp.isSuccess && <TokenCard token={lookUp.variables} status={lookUp.data} />}
          {list.map((verification) => (
            <VerificationCard key={verification.id} verification={verification} retry={retry} />
          ))}
        </div>
      </section>
    </>
  );
}
