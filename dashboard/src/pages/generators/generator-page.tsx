// One generator: its facts, its keys, and the two ways to end a key.
import { type Generator, ServiceError } from '@content-provenance/client';
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { generatorQuery } from '../../api/generators-queries.ts';
import { meQuery } from '../../api/queries.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { DateText } from '../../components/date-text.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { PageButton, PageLink } from '../../components/page-link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { pagePaths } from '../../page-paths.ts';
import { generatorsTexts, generatorTexts as texts } from '../../texts/generators.ts';
import { FormatList, GeneratorStatus } from './generator-facts.tsx';
import { GeneratorKeys } from './generator-keys.tsx';
import { RevokePanel } from './revoke-panel.tsx';

export function GeneratorPage() {
  const { generatorId = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(generatorQuery(generatorId));
  if (data) return <Shown generator={data} />;
  const isMissing = error instanceof ServiceError && error.status === 404;
  return (
    <>
      <PageHeading title={isMissing ? generatorsTexts.notFoundTitle : generatorsTexts.title} />
      {isMissing ? (
        <EmptyState title={generatorsTexts.notFoundTitle} lead={generatorsTexts.notFoundLead}>
          <PageButton to={pagePaths.generators}>{generatorsTexts.backToList}</PageButton>
        </EmptyState>
      ) : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <LoadingState height={360} />
      )}
    </>
  );
}

function Shown({ generator }: { readonly generator: Generator }) {
  const role = useQuery(meQuery).data?.user.role;
  const isAdministrator = role === 'owner' || role === 'admin';
  const { generator_id, name, status, mode, supported_formats, created_at, revoked_at } = generator;
  const isActive = status === 'active';
  return (
    <>
      <PageHeading title={name}>
        <Group>
          {isActive && mode === 'server' && (
            <PageButton to={pagePaths.sign} search={{ generator: generator_id }}>
              {texts.sign}
            </PageButton>
          )}
          <PageButton to={pagePaths.records} search={{ generator: generator_id }} variant="default">
            {texts.records}
          </PageButton>
        </Group>
      </PageHeading>
      {!isActive && (
        <div className="problem after-heading">
          <p>
            <strong>{texts.revoked}</strong> {texts.revokedWords}
          </p>
        </div>
      )}
      <div className="sections">
        <section className="panel">
          <dl className="facts">
            <dt>{generatorsTexts.columns.status}</dt>
            <dd>
              <GeneratorStatus status={status} />
            </dd>
            <dt>{texts.facts.id}</dt>
            <dd className="with-copy">
              <code>{generator_id}</code> <CopyButton text={generator_id} />
            </dd>
            <dt>{texts.facts.mode}</dt>
            <dd>{generatorsTexts.mode[mode]}</dd>
            <dt>{texts.facts.formats}</dt>
            <dd>
              <FormatList formats={supported_formats} />
            </dd>
            <dt>{texts.facts.created}</dt>
            <dd>
              <DateText time={created_at} />
            </dd>
            {revoked_at && (
              <>
                <dt>{texts.facts.revoked}</dt>
                <dd>
                  <DateText time={revoked_at} />
                </dd>
              </>
            )}
          </dl>
        </section>
        <GeneratorKeys generator={generator} canRotate={isAdministrator} />
        {isActive && isAdministrator && <RevokePanel generator={generator} />}
        {isActive && role === 'user' && <div className="notice">{texts.notYours}</div>}
      </div>
      <p>
        <PageLink to={pagePaths.generators}>{generatorsTexts.backToList}</PageLink>
      </p>
    </>
  );
}
