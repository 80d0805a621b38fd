// The API keys that pages list: those of the organization, and your own.
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const organizationKeysQuery = queryOptions({
  queryKey: ['api-keys', 'organization'],
  queryFn: () => client.account.listApiKeys(),
});

export const ownKeysQuery = queryOptions({ queryKey: ['api-keys', 'own'], queryFn: () => client.team.ownApiKeys() });
