// The team: members and their seats, and for owners and admins the invites.
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/queries.ts';
import { membersQuery } from '../../api/team-queries.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { PlanGate } from '../../components/plan-gate.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { teamTexts as texts } from '../../texts/team.ts';
import { InviteForm } from './invite-form.tsx';
import { Invites } from './invites.tsx';
import { Members } from './members.tsx';
import { SampleRoles } from './sample-roles.tsx';
import { TeamFacts } from './team-facts.tsx';

export function TeamPage() {
  const me = useQuery(meQuery);
  const team = useQuery(membersQuery);
  const failed = [me, team].find(({ error }) => error);
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      {failed?.error ? (
        <ErrorState error={failed.error} retry={() => void failed.refetch()} />
      ) : !me.data || !team.data ? (
        <LoadingState height={420} />
      ) : (
        <div className="sections">
          <TeamFacts me={me.data} team={team.data} />
          <Members team={team.data} self={me.data.user} />
          {me.data.user.role === 'user' ? (
            <div className="notice">{texts.invite.notYours}</div>
          ) : (
            <>
              <Invites />
              <InviteForm hasAdminRole={team.data.admin_role} />
              {!team.data.admin_role && (
                <PlanGate feature="admin_role" has={team.data.plan}>
                  <SampleRoles />
                </PlanGate>
              )}
            </>
          )}
        </div>
      )}
    </>
  );
}
