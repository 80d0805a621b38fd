// The sign page without a generator that signs on the service: one click creates it.
import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createDefaultGenerator } from '../../api/generators-queries.ts';
import { PageButton } from '../../components/page-link.tsx';
import { EmptyState, sentenceOf } from '../../components/states.tsx';
import { pagePaths } from '../../page-paths.ts';
import { signTexts as texts } from '../../texts/sign.ts';

export function NoGenerator({ hasOthers }: { readonly hasOthers: boolean }) {
  const create = useMutation({ mutationFn: createDefaultGenerator });
  return (
    <EmptyState title={texts.noneTitle} lead={hasOthers ? texts.noneClient : texts.noneLead}>
      {create.error && (
        <div className="problem" role="alert">
          <p>{sentenceOf(create.error)}</p>
        </div>
      )}
      <Group justify="center">
        <Button loading={create.isPending} onClick={() => create.mutate()}>
          {texts.createDefault}
        </Button>
        <PageButton to={pagePaths.newGenerator} variant="default">
          {texts.create}
        </PageButton>
      </Group>
    </EmptyState>
  );
}
