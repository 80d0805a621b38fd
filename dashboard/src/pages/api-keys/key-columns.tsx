// The columns of a list of keys: what each key is, can do and did, and its buttons.
import { Button } from '@mantine/core';
import type { Column } from '../../components/data-table.tsx';
import { DateText } from '../../components/date-text.tsx';
import { Tag } from '../../components/tag.tsx';
import { apiKeysTexts as texts } from '../../texts/api-keys.ts';

export interface ListedKey {
  readonly key_id: string;
  readonly preview: string;
  readonly created_at: string;
  readonly name: string | null;
  readonly last_used_at: string | null;
  readonly status: 'active' | 'replaced' | 'expired';
  readonly scopes: readonly string[] | null;
  readonly expires_at: string | null;
  readonly generator_ids: readonly string[] | null;
  readonly addresses: readonly string[] | null;
  readonly limit_per_minute: number | null;
  readonly usage: { readonly requests: number; readonly signatures: number };
}

export interface KeyActions {
  readonly onChange: (key: ListedKey) => void;
  readonly onRotate: (key: ListedKey) => void;
  readonly onRevoke: (key: ListedKey) => void;
}

export function nameOf({ name, preview }: ListedKey): string {
  return name ?? preview;
}

export function columnsFor(isNamed: boolean, actions: KeyActions): Column<ListedKey>[] {
  const { columns } = texts;
  const preview = ({ preview }: ListedKey) => <code>{preview}</code>;
  return [
    ...(isNamed
      ? [
          { title: columns.name, isName: true, cell: ({ name }: ListedKey) => name ?? texts.noName },
          { title: columns.preview, cell: preview },
        ]
      : [{ title: columns.preview, isName: true, cell: preview }]),
    { title: columns.allowed, cell: (key) => <Allowed {...key} /> },
    { title: columns.created, cell: ({ created_at }) => <DateText time={created_at} kind="day" /> },
    {
      title: columns.used,
      cell: ({ last_used_at, usage }) =>
        last_used_at ? (
          <>
            <DateText time={last_used_at} />
            <div className="quiet">{texts.usage(usage.requests, usage.signatures)}</div>
          </>
        ) : (
          texts.neverUsed
        ),
    },
    { title: columns.actions, isActions: true, cell: (key) => <Buttons listed={key} {...actions} /> },
  ];
}

function Allowed({ status, scopes, expires_at, generator_ids, addresses, limit_per_minute }: ListedKey) {
  const limits = [
    generator_ids && texts.onlyGenerators(generator_ids.length),
    addresses && texts.onlyFrom(addresses.join(', ')),
    limit_per_minute !== null && texts.perMinute(limit_per_minute),
  ].filter(Boolean);
  return (
    <div className="key-allowed">
      {scopes ? scopes.map((scope) => <code key={scope}>{scope}</code>) : <span>{texts.everything}</span>}
      {expires_at && (
        <Tag tone={status === 'expired' ? 'bad' : status === 'replaced' ? 'warn' : 'none'}>
          {texts.expiry[status]} <DateText time={expires_at} kind="day" />
        </Tag>
      )}
      {limits.length > 0 && <div className="quiet">{limits.join(' · ')}</div>}
    </div>
  );
}

function Buttons({ listed, onChange, onRotate, onRevoke }: KeyActions & { readonly listed: ListedKey }) {
  const name = nameOf(listed);
  return (
    <div className="key-actions">
      {listed.status !== 'replaced' && (
        <>
          <Button size="xs" variant="default" aria-label={texts.change.label(name)} onClick={() => onChange(listed)}>
            {texts.change.button}
          </Button>
          <Button size="xs" variant="default" aria-label={texts.rotateLabel(name)} onClick={() => onRotate(listed)}>
            {texts.rotate}
          </Button>
        </>
      )}
      <Button size="xs" variant="default" aria-label={texts.revokeLabel(name)} onClick={() => onRevoke(listed)}>
        {texts.revoke}
      </Button>
    </div>
  );
}
