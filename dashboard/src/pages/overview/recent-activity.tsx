// The last signatures and verifications in sentences, newest first, each with a link to its record.
import type { Answer } from '@content-provenance/client';
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateText } from '../../components/date-text.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Tag } from '../../components/tag.tsx';
import { pagePaths } from '../../page-paths.ts';
import { analyticsTexts, verdictTexts } from '../../texts/analytics.ts';
import { recentTexts as texts } from '../../texts/overview.ts';

type AuditEvent = Answer<'GET /v1/audit'>['events'][number];

const most = 8;
const sources: Readonly<Record<string, string>> = analyticsTexts.sources;

export function RecentActivity({ events }: { readonly events: readonly AuditEvent[] }) {
  const newest = events.toSorted((left, right) => (left.timestamp < right.timestamp ? 1 : -1)).slice(0, most);
  return (
    <section className="panel after-figures" aria-labelledby="recent">
      <div className="section-head">
        <Title order={2} id="recent">
          {texts.title}
        </Title>
        <PageLink to={pagePaths.auditLog}>{texts.all}</PageLink>
      </div>
      <ul className="recent">
        {newest.map((event) => (
          <li key={event.event_id}>
            <span>{event.type === 'sign' ? <Signed event={event} /> : <Verified event={event} />}</span>
            <DateText time={event.timestamp} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Signed({ event: { metadata } }: { readonly event: AuditEvent }) {
  return (
    <>
      {texts.signed(texts.things[textOf(metadata.format)] ?? texts.thing, textOf(metadata.model))}{' '}
      <RecordLink recordId={textOf(metadata.record_id)}>{texts.record}</RecordLink>
    </>
  );
}

function Verified({ event: { metadata } }: { readonly event: AuditEvent }) {
  const { authentic, tampered } = metadata;
  const verdict = authentic ? 'authentic' : tampered ? 'tampered' : 'not_proven';
  const tone = authentic ? 'good' : tampered ? 'bad' : 'warn';
  return (
    <>
      {texts.verified(sources[textOf(metadata.token_source)] ?? '')} <Tag tone={tone}>{verdictTexts[verdict]}</Tag>{' '}
      <RecordLink recordId={textOf(metadata.record_id)}>{texts.record}</RecordLink>
    </>
  );
}

function RecordLink({ recordId, children }: { readonly recordId: string; readonly children: ReactNode }) {
  return (
    <PageLink to={pagePaths.record} params={{ recordId }}>
      {children} {recordId.slice(0, 8)}…{recordId.slice(-4)}
    </PageLink>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
