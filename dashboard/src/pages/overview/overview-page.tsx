// The overview: how much of the plan is used, what was verified, and what to do first.
import { Button, Progress } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { client } from '../../api/client.ts';
import { analyticsQuery, meQuery, usageQuery } from '../../api/queries.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { PageButton } from '../../components/page-link.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import { pagePaths } from '../../page-paths.ts';
import { planNames, overviewTexts as texts } from '../../texts/overview.ts';

/** What every plan may look back on. */
const days = 7;

export function OverviewPage() {
  const me = useQuery(meQuery);
  const usage = useQuery(usageQuery);
  const analytics = useQuery(analyticsQuery(days));
  const failed = [me, usage, analytics].find(({ error }) => error);
  return (
    <>
      <PageHeading title={texts.title} lead={me.data ? texts.lead(me.data.org.name) : ' '} />
      {failed?.error ? (
        <ErrorState error={failed.error} retry={() => void failed.refetch()} />
      ) : me.data && usage.data && analytics.data ? (
        <>
          {!me.data.user.email_verified && <VerifyNotice email={me.data.user.email} />}
          <div className="figures">
            <Figure title={texts.used} value={usage.data.signatures_used.toLocaleString('en')}>
              <Included used={usage.data.signatures_used} included={usage.data.signatures_included} />
            </Figure>
            <Figure
              title={texts.verifications(analytics.data.window_days)}
              value={analytics.data.total_verifications.toLocaleString('en')}
            >
              {texts.tampered(analytics.data.tamper_count)}
            </Figure>
            <Figure title={texts.plan} value={planNames[me.data.org.plan]} />
          </div>
          {usage.data.signatures_used === 0 && (
            <div className="after-figures">
              <EmptyState title={texts.emptyTitle} lead={texts.emptyLead}>
                <PageButton to={pagePaths.verify}>{texts.emptyAction}</PageButton>
              </EmptyState>
            </div>
          )}
        </>
      ) : (
        <LoadingState height={150} />
      )}
    </>
  );
}

interface FigureProps {
  readonly title: string;
  readonly value: string;
  readonly children?: ReactNode;
}

function Figure({ title, value, children }: FigureProps) {
  return (
    <section className="panel">
      <div className="quiet">{title}</div>
      <div className="figure-value">{value}</div>
      <div className="quiet">{children}</div>
    </section>
  );
}

function Included({ used, included }: { readonly used: number; readonly included: number | null }) {
  if (included === null) return texts.unlimited;
  return (
    <>
      {texts.ofIncluded(included)}
      <Progress value={Math.min(100, (100 * used) / included)} mt="xs" aria-label={texts.used} />
    </>
  );
}

function VerifyNotice({ email }: { readonly email: string }) {
  const resend = useMutation({ mutationFn: () => client.auth.resendVerification(email) });
  return (
    <div className="notice" role="status">
      <span>{resend.isSuccess ? texts.resent : texts.unverified}</span>
      {!resend.isSuccess && (
        <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          {texts.resend}
        </Button>
      )}
    </div>
  );
}
