// The API keys: those of the organization, for owners and admins, and your own.
import { ServiceError } from '@content-provenance/client';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { organizationKeysQuery, ownKeysQuery } from '../../api/api-keys-queries.ts';
import { client } from '../../api/client.ts';
import { meQuery } from '../../api/queries.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { pageSetting } from '../../page-setting.ts';
import { apiKeysTexts as texts } from '../../texts/api-keys.ts';
import { KeySection } from './key-section.tsx';

export function ApiKeysPage() {
  return (
    <>
      <PageHeading
        title={texts.title}
        lead={
          <>
            {texts.lead} <Anchor href={`${pageSetting.base}/docs`}>{texts.docs}</Anchor>
          </>
        }
      />
      <div className="sections">
        <OrganizationKeys />
        <OwnKeys />
      </div>
    </>
  );
}

function OrganizationKeys() {
  const { data, error, refetch } = useQuery(organizationKeysQuery);
  if (error instanceof ServiceError && error.status === 403) return <div className="notice">{texts.notAllowed}</div>;
  if (!data) return error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingState height={280} />;
  return (
    <KeySection
      words={texts.organization}
      keys={data.keys}
      create={(settings) => client.account.createApiKey(settings)}
      change={(keyId, body) => client.account.changeApiKey(keyId, body)}
      rotate={(keyId, overlap_hours) => client.account.rotateApiKey(keyId, { overlap_hours })}
      revoke={(keyId) => client.account.revokeApiKey(keyId)}
      isNamed
    />
  );
}

function OwnKeys() {
  const me = useQuery(meQuery);
  const keys = useQuery(ownKeysQuery);
  const failed = [me, keys].find(({ error }) => error);
  if (failed?.error) return <ErrorState error={failed.error} retry={() => void failed.refetch()} />;
  if (!me.data || !keys.data) return <LoadingState height={180} />;
  const userId = me.data.user.user_id;
  return (
    <KeySection
      words={texts.own}
      keys={keys.data.keys}
      create={(settings) => client.team.createApiKeyWith(userId, settings)}
      change={(keyId, body) => client.team.changeApiKey(userId, keyId, body)}
      rotate={(keyId, overlap_hours) => client.team.rotateApiKey(userId, keyId, { overlap_hours })}
      revoke={(keyId) => client.team.revokeApiKey(userId, keyId)}
    />
  );
}
