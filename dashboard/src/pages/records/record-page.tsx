// One complete record: what was signed, what proves it, and the next steps.
import { type ProvenanceRecord, ServiceError } from '@content-provenance/client';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { meQuery } from '../../api/queries.ts';
import { recordQuery } from '../../api/records-queries.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { PageButton, PageLink } from '../../components/page-link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { Tag } from '../../components/tag.tsx';
import { pagePaths } from '../../page-paths.ts';
import { pageSetting } from '../../page-setting.ts';
import { plainName } from '../../plain-name.ts';
import { recordTexts as texts } from '../../texts/records.ts';
import { PrivateNotes } from './private-notes.tsx';
import { RecordActivity } from './record-activity.tsx';
import { RecordProof } from './record-proof.tsx';
import { SignedFacts } from './signed-facts.tsx';

export function RecordPage() {
  const { recordId = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(recordQuery(recordId));
  const isMissing = error instanceof ServiceError && error.status === 404;
  return (
    <>
      <PageHeading title={texts.title} pageTitle={texts.pageTitle(recordId)}>
        {data && (
          <Tag tone={data.generator_status === 'active' ? 'good' : 'bad'}>
            {data.generator_status === 'active' ? texts.valid : texts.revoked}
          </Tag>
        )}
      </PageHeading>
      {data ? (
        <Shown record={data} />
      ) : isMissing ? (
        <EmptyState title={texts.missingTitle} lead={texts.missingLead} />
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <LoadingState height={640} />
      )}
      <p>
        <PageLink to={pagePaths.records}>{texts.back}</PageLink>
      </p>
    </>
  );
}

function Shown({ record }: { readonly record: ProvenanceRecord }) {
  const { data: me } = useQuery(meQuery);
  const isForeign = me !== undefined && me.org.org_id !== record.org_id;
  const api = `${pageSetting.base}/v1/records/${record.record_id}`;
  return (
    <div className="sections">
      {record.generator_status === 'revoked' && (
        <div className="problem">
          <p>{texts.revokedWords}</p>
        </div>
      )}
      {isForeign && <div className="notice">{texts.foreign(plainName(record.org_name))}</div>}
      <div>
        <Group>
          <Button component="a" href={`${pageSetting.base}/certificate/${record.record_id}`}>
            {texts.certificate}
          </Button>
          <PageButton to={pagePaths.verify} variant="default">
            {texts.verify}
          </PageButton>
          <Button component="a" variant="default" href={`${api}/c2pa`}>
            {texts.c2pa}
          </Button>
          <Button component="a" variant="default" href={api}>
            {texts.json}
          </Button>
        </Group>
        <p className="quiet">{texts.c2paNote}</p>
      </div>
      {me && !isForeign && <PrivateNotes recordId={record.record_id} />}
      <SignedFacts record={record} isForeign={isForeign} />
      <RecordProof record={record} />
      {me && !isForeign && <RecordActivity recordId={record.record_id} />}
    </div>
  );
}
