// Earlier requests for a plan, with what the operator decided.
import { Title } from '@mantine/core';
import type { PlanRequestState } from '../../api/billing-queries.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DateText } from '../../components/date-text.tsx';
import { Tag } from '../../components/tag.tsx';
import { billingTexts } from '../../texts/billing.ts';
import { planNames } from '../../texts/overview.ts';

const texts = billingTexts.request;
const tones = { pending: 'warn', approved: 'good', declined: 'bad', withdrawn: 'none' } as const;

const columns: Column<PlanRequestState>[] = [
  { title: texts.columns.plan, isName: true, cell: ({ plan }) => planNames[plan] },
  { title: texts.columns.state, cell: ({ state }) => <Tag tone={tones[state]}>{texts.states[state]}</Tag> },
  { title: texts.columns.sent, cell: ({ created_at }) => <DateText time={created_at} /> },
  { title: texts.columns.decided, cell: ({ decided_at }) => decided_at && <DateText time={decided_at} /> },
  { title: texts.columns.reason, cell: ({ reason }) => reason ?? texts.noReason },
];

export function PastRequests({ requests }: { readonly requests: readonly PlanRequestState[] }) {
  if (requests.length === 0) return null;
  return (
    <section>
      <Title order={2} mb="sm">
        {texts.past}
      </Title>
      <DataTable label={texts.past} columns={columns} rows={requests} keyOf={({ request_id }) => request_id} />
    </section>
  );
}
