// Finds the record of a file that you choose or drop anywhere on the page, among the records of
// your organization.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { client } from '../../api/client.ts';
import { largestToVerify } from '../../api/largest-files.ts';
import type { NamedContent } from '../../api/upload-list.ts';
import { PageLink } from '../../components/page-link.tsx';
import { sentenceOf } from '../../components/states.tsx';
import { pagePaths } from '../../page-paths.ts';
import { analyticsTexts } from '../../texts/analytics.ts';
import { findFileTexts as texts } from '../../texts/records.ts';
import { useWindowFiles } from '../../window/window-files.ts';

const sources: Readonly<Record<string, string>> = analyticsTexts.sources;
const megabyte = 1024 * 1024;

export function FindByFile() {
  const input = useRef<HTMLInputElement>(null);
  const find = useMutation({
    mutationFn: ({ name, content }: NamedContent) => {
      if (content.size > largestToVerify * megabyte) throw new Error(texts.tooLarge(name, largestToVerify));
      return client.records.find(content);
    },
  });
  useWindowFiles(([file]) => file && find.mutate(file), texts.drop);
  return (
    <div className="find-file">
      <Button variant="default" loading={find.isPending} onClick={() => input.current?.click()}>
        {texts.choose}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={texts.choose}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) find.mutate({ name: file.name, content: file });
          event.currentTarget.value = '';
        }}
      />
      <div role="status">
        <Outcome find={find} />
      </div>
    </div>
  );
}

function Outcome({ find }: { readonly find: ReturnType<typeof useMutation<Found, Error, NamedContent>> }) {
  const { data, error, variables: file, isPending } = find;
  if (!file) return <small className="quiet">{texts.note}</small>;
  if (isPending) return texts.pending(file.name);
  if (error) return sentenceOf(error);
  const [record] = data?.records ?? [];
  if (!record) return texts.none(file.name);
  return (
    <>
      {texts.found(file.name, sources[data?.token_source ?? ''] ?? '')}{' '}
      <PageLink to={pagePaths.record} params={{ recordId: record.record_id }}>
        {texts.open}
      </PageLink>
    </>
  );
}

type Found = Awaited<ReturnType<typeof client.records.find>>;
