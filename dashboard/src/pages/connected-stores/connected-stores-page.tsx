// The S3-compatible stores that jobs read from and write to. Owners and admins connect them.
import { Anchor, Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { meQuery } from '../../api/queries.ts';
import { type ConnectedStore, storesQuery } from '../../api/stores-queries.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateText } from '../../components/date-text.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { PageButton } from '../../components/page-link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { pagePaths } from '../../page-paths.ts';
import { pageSetting } from '../../page-setting.ts';
import { connectedStoresTexts as texts } from '../../texts/connected-stores.ts';
import { NewStore } from './new-store.tsx';

/** The service has the same limit. */
const mostStores = 10;

export function ConnectedStoresPage() {
  const me = useQuery(meQuery);
  const stores = useQuery(storesQuery);
  const failed = [me, stores].find(({ error }) => error);
  const connected = stores.data?.connections;
  return (
    <>
      <PageHeading
        title={texts.title}
        lead={
          <>
            {texts.lead} <Anchor href={`${pageSetting.base}/docs/use/large-files`}>{texts.guide}</Anchor>
          </>
        }
      >
        {connected && connected.length > 0 && (
          <PageButton to={pagePaths.largeFiles} size="sm" variant="default">
            {texts.toJobs}
          </PageButton>
        )}
      </PageHeading>
      {failed?.error ? (
        <ErrorState error={failed.error} retry={() => void failed.refetch()} />
      ) : !me.data || !connected ? (
        <LoadingState height={420} />
      ) : (
        <div className="sections">
          <Stores stores={connected} mayChange={me.data.user.role !== 'user'} />
          {me.data.user.role === 'user' ? (
            <div className="notice">{texts.notYours}</div>
          ) : !me.data.user.email_verified ? (
            <div className="notice">{texts.unverified}</div>
          ) : connected.length >= mostStores ? (
            <div className="notice">{texts.full}</div>
          ) : (
            <NewStore />
          )}
        </div>
      )}
    </>
  );
}

interface StoresProps {
  readonly stores: readonly ConnectedStore[];
  readonly mayChange: boolean;
}

function Stores({ stores, mayChange }: StoresProps) {
  const [ending, setEnding] = useState<ConnectedStore>();
  const removal = useMutation({
    mutationFn: ({ connection_id }: ConnectedStore) => client.storageConnections.remove(connection_id),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: storesQuery.queryKey });
      setEnding(undefined);
    },
  });
  const open = (store: ConnectedStore) => {
    removal.reset();
    setEnding(store);
  };
  if (stores.length === 0) return <EmptyState title={texts.emptyTitle} lead={texts.emptyLead} />;
  return (
    <>
      <DataTable
        label={texts.title}
        columns={columnsFor(mayChange ? open : undefined)}
        rows={stores}
        keyOf={({ connection_id }) => connection_id}
      />
      {ending && (
        <ConfirmDialog
          title={texts.removeTitle}
          confirm={texts.removeConfirm}
          pending={removal.isPending}
          error={removal.error}
          onConfirm={() => removal.mutate(ending)}
          onClose={() => setEnding(undefined)}
        >
          <p>{texts.removeWords(ending.name)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Without onRemove, the list is only to read. */
function columnsFor(onRemove: ((store: ConnectedStore) => void) | undefined): Column<ConnectedStore>[] {
  const { columns } = texts;
  return [
    { title: columns.name, isName: true, cell: ({ name }) => name },
    {
      title: columns.place,
      cell: ({ bucket, prefix, endpoint }) => (
        <span>
          <code>{[bucket, prefix].filter(Boolean).join('/')}</code>
          <small className="job-kind">{endpoint}</small>
        </span>
      ),
    },
    { title: columns.key, cell: ({ access_key_id }) => <code>{access_key_id}</code> },
    { title: columns.added, cell: ({ created_at }) => <DateText time={created_at} kind="day" /> },
    ...(onRemove
      ? [
          {
            title: columns.actions,
            isActions: true,
            cell: (store: ConnectedStore) => (
              <Button
                size="xs"
                variant="default"
                aria-label={texts.removeOf(store.name)}
                onClick={() => onRemove(store)}
              >
                {texts.remove}
              </Button>
            ),
          },
        ]
      : []),
  ];
}
