// The public verify page: give content, see a verdict for each in plain words.
import type { UploadOptions } from '@content-provenance/client';
import { Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { largestToVerify } from '../../api/largest-files.ts';
import { createUploadList, type NamedContent } from '../../api/upload-list.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { verifyTexts as texts } from '../../texts/verify.ts';
import { ContentInput } from './content-input.tsx';
import { takeHandedOver } from './handed-over.ts';
import { TokenCard } from './token-card.tsx';
import { VerificationCard } from './verification-card.tsx';

export function VerifyPage() {
  const [verifications] = useState(() => createUploadList(largestToVerify, verify));
  const list = verifications.use();
  useEffect(() => verifications.add(takeHandedOver()), [verifications]);
  const lookUp = useMutation({ mutationFn: (token: string) => client.verify.status(token) });
  const hasResults = list.length > 0 || lookUp.isSuccess;
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      <ContentInput
        onContent={verifications.add}
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
            <VerificationCard
              key={verification.id}
              verification={verification}
              retry={verifications.retry}
              cancel={verifications.cancel}
            />
          ))}
        </div>
      </section>
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
    </>
  );
}

async function verify({ name, content }: NamedContent, options: UploadOptions) {
  const result = await client.verify.content({ content, fileName: name, localize: true }, options);
  // It may be in the figures of the person who is logged in here.
  void queryClient.invalidateQueries({ queryKey: ['analytics'] });
  return result;
}
