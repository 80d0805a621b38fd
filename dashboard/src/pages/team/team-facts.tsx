// The organization in figures: its name, its plan, and how many seats are in use.
import type { Answer } from '@content-provenance/client';
import { useQuery } from '@tanstack/react-query';
import { invitesQuery, type Team } from '../../api/team-queries.ts';
import { Figure, Share } from '../../components/figure.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { pagePaths } from '../../page-paths.ts';
import { gateTexts } from '../../texts/gates.ts';
import { planNames } from '../../texts/overview.ts';
import { teamTexts } from '../../texts/team.ts';

const texts = teamTexts.facts;

interface TeamFactsProps {
  readonly me: Answer<'GET /v1/auth/me'>;
  readonly team: Team;
}

export function TeamFacts({ me: { org, user }, team: { members, max_members: seats } }: TeamFactsProps) {
  const canInvite = user.role !== 'user';
  const { data } = useQuery({ ...invitesQuery, enabled: canInvite });
  return (
    <div className="figures">
      <Figure title={texts.organization} value={<span className="figure-words">{org.name}</span>} />
      <Figure title={texts.plan} value={planNames[org.plan]}>
        <PageLink to={pagePaths.billing}>{gateTexts.compare}</PageLink>
      </Figure>
      <Figure title={texts.seats} value={members.length}>
        {texts.of(seats)}
        {seats !== null && <Share label={texts.seats} used={members.length} whole={seats} />}
      </Figure>
      {canInvite && (
        <Figure title={texts.invites} value={data?.invites.length ?? '…'}>
          {texts.invitesNote}
        </Figure>
      )}
    </div>
  );
}
