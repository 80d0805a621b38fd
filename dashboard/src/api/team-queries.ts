// The queries of the team page.
import type { Answer } from '@content-provenance/client';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export type Team = Answer<'GET /v1/team/members'>;
export type Member = Team['members'][number];

export const membersQuery = queryOptions({ queryKey: ['team', 'members'], queryFn: () => client.team.members() });

export const invitesQuery = queryOptions({ queryKey: ['team', 'invites'], queryFn: () => client.team.invites() });
