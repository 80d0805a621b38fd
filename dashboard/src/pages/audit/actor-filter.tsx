// Whose events to show: members, API keys, and those that the current page mentions.
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { organizationKeysQuery } from '../../api/api-keys-queries.ts';
import { meQuery } from '../../api/queries.ts';
import { membersQuery } from '../../api/team-queries.ts';
import { auditTexts } from '../../texts/audit.ts';
import { type AuditEvent, whoOf } from '../../texts/audit-facts.ts';

const texts = auditTexts.filters;

interface ActorFilterProps {
  readonly value: string;
  readonly events: readonly AuditEvent[];
  readonly onChange: (actor: string) => void;
}

export function ActorFilter({ value, events, onChange }: ActorFilterProps) {
  const { data: me } = useQuery(meQuery);
  const { data: team } = useQuery(membersQuery);
  // Users cannot list the organization's keys.
  const isUser = me?.user.role !== 'owner' && me?.user.role !== 'admin';
  const { data: listed } = useQuery({ ...organizationKeysQuery, enabled: !isUser });
  const members = (team?.members ?? []).map(({ user_id, email }) => ({ value: user_id, label: email }));
  const keys = (listed?.keys ?? []).map(({ key_id, name, preview }) => ({ value: key_id, label: name ?? preview }));
  const known = new Set([...members, ...keys].map((option) => option.value));
  const mentioned = new Map(
    events.flatMap(({ actor }) => (actor.id === null || known.has(actor.id) ? [] : [[actor.id, whoOf(actor)]])),
  );
  if (/^(usr|kid)_/.test(value) && !known.has(value) && !mentioned.has(value)) mentioned.set(value, value);
  const others = [
    { value: 'public', label: texts.public },
    { value: 'service', label: texts.service },
    ...[...mentioned].map(([id, label]) => ({ value: id, label })),
  ];
  return (
    <NativeSelect
      size="md"
      label={texts.actor}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: texts.anyone },
        { group: texts.members, items: members },
        ...(keys.length > 0 ? [{ group: texts.keys, items: keys }] : []),
        { group: texts.others, items: others },
      ]}
    />
  );
}
