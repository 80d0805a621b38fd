// The plans side by side: price, signatures, what each adds, and a button to request it.
import type { Answer } from '@content-provenance/client';
import { Button, Title } from '@mantine/core';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Tag } from '../../components/tag.tsx';
import { billingTexts as texts } from '../../texts/billing.ts';
import { dollars } from './dollars.ts';

export type Plan = Answer<'GET /v1/billing/plans'>['plans'][number];

interface PlanCatalogueProps {
  readonly plans: readonly Plan[];
  readonly current: Plan['plan'];
  readonly onChoose: (plan: Plan['plan']) => void;
}

export function PlanCatalogue({ plans, current, onChoose }: PlanCatalogueProps) {
  const columns: readonly Column<Plan>[] = [
    {
      title: texts.columns.plan,
      isName: true,
      cell: ({ plan, label }) => (
        <span className="plan-name">
          {label} {plan === current && <Tag tone="good">{texts.yours}</Tag>}
        </span>
      ),
    },
    { title: texts.columns.price, cell: (plan) => <Price plan={plan} /> },
    {
      title: texts.columns.included,
      cell: ({ included_signatures }) => included_signatures?.toLocaleString('en') ?? texts.noQuota,
    },
    { title: texts.columns.overage, cell: overageOf },
    {
      title: texts.columns.adds,
      cell: ({ plan }) => (
        <ul className="adds">
          {texts.adds[plan].map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      ),
    },
    {
      title: texts.columns.choose,
      isActions: true,
      cell: ({ plan, label }) =>
        plan !== current && (
          <Button size="xs" variant="default" onClick={() => onChoose(plan)}>
            {texts.choose(label)}
          </Button>
        ),
    },
  ];
  return (
    <section>
      <Title order={2} mb="sm">
        {texts.plans}
      </Title>
      <DataTable label={texts.plans} columns={columns} rows={plans} keyOf={({ plan }) => plan} />
    </section>
  );
}

function Price({ plan: { monthly_price, annual_monthly_price, annual_total } }: { readonly plan: Plan }) {
  if (monthly_price === null) return texts.byAgreement;
  if (monthly_price === 0) return texts.free;
  return (
    <span>
      {texts.perMonth(dollars(monthly_price))}
      {annual_monthly_price !== null && annual_total !== null && (
        <>
          <br />
          <small className="quiet">{texts.annually(dollars(annual_monthly_price), dollars(annual_total))}</small>
        </>
      )}
    </span>
  );
}

function overageOf({ overage_rate, included_signatures }: Plan): string {
  if (overage_rate > 0) return dollars(overage_rate);
  return included_signatures === null ? texts.none : texts.stopsShort;
}
