// What the team page asks.
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const membersQuery = queryOptions({ queryKey: ['team', 'members'], queryFn: () => client.team.members() });

export const invitesQuery = queryOptions({ queryKey: ['team', 'invites'], queryFn: () => client.team.invites() });
