// The queries about one generator.
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export const generatorQuery = (generatorId: string) =>
  queryOptions({ queryKey: ['generators', generatorId], queryFn: () => client.generators.get(generatorId) });

export const generatorKeysQuery = (generatorId: string) =>
  queryOptions({
    queryKey: ['generators', generatorId, 'keys'],
    queryFn: () => client.generators.publicKeys(generatorId),
  });
