// The team: members and their seats, and for owners and admins the invites.
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/queries.ts';
import { membersQuery } from '../../api/team-queries.ts';
import { PageHeading } from '../../components/page-heading.tsx';
import { ErrorState, LoadingState } from '../../components/states.tsx';
import { teamTexts as texts } from '../../texts/team.ts';
import { InviteForm } from './invite-form.tsx';
import { Invites } from './invites.tsx';
import { Members } from './members.tsx';

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
          <Members team={team.data} self={me.data.user} />
          {me.data.user.role === 'user' ? (
            <div className="notice">{texts.invite.notYours}</div>
          ) : (
            <>
              <Invites />
              <InviteForm hasAdminRole={team.data.admin_role} />
            </>
          )}
        </div>
      )}
    </>
  );
}
