// What a page shows without content: loading, empty, or a problem with a next step.
import { ServiceError } from '@content-provenance/client';
import { Button, Skeleton, Title, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { stateTexts } from '../texts/shell.ts';
import { Mark, type MarkName } from './marks.tsx';

/** Reserves the space of the content, so that nothing jumps. */
export function LoadingState({ height = 160 }: { readonly height?: number }) {
  return (
    <div aria-busy="true">
      <VisuallyHidden>{stateTexts.loading}</VisuallyHidden>
      <Skeleton height={height} radius="lg" />
    </div>
  );
}

interface EmptyStateProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly mark?: MarkName;
  /** What to do next. */
  readonly children?: ReactNode;
}

export function EmptyState({ title, lead, mark = 'empty', children }: EmptyStateProps) {
  return (
    <div className="panel state">
      <Mark name={mark} className="state-mark" />
      <Title order={2}>{title}</Title>
      <p>{lead}</p>
      {children}
    </div>
  );
}

export function ErrorState({ error, retry }: { readonly error: Error; readonly retry?: () => void }) {
  return (
    <div className="panel state" role="alert">
      <Mark name="problem" className="state-mark" />
      <Title order={2}>{stateTexts.problemTitle}</Title>
      <p>{sentenceOf(error)}</p>
      {error instanceof ServiceError && error.requestId && (
        <p>
          <small>{stateTexts.requestId(error.requestId)}</small>
        </p>
      )}
      {retry && <Button onClick={retry}>{stateTexts.retry}</Button>}
    </div>
  );
}

/** The service's own sentence, with help. */
export function sentenceOf(error: Error): string {
  if (!(error instanceof ServiceError)) return error.message;
  if (error.code === 'unreachable') return stateTexts.unreachable;
  const wait = error.retryAfter === undefined ? '' : ` ${stateTexts.retryAfter(error.retryAfter)}`;
  return error.message + wait;
}
