// The query of the branding page.
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const brandingQuery = queryOptions({ queryKey: ['branding'], queryFn: () => client.branding.get() });
