// The queries about one generator, and the generator that a new organization starts with.
import { queryOptions } from '@tanstack/react-query';
import { defaultGeneratorName } from '../texts/generators.ts';
import { client, queryClient } from './client.ts';
import { generatorsQuery } from './queries.ts';

export const generatorQuery = (generatorId: string) =>
  queryOptions({ queryKey: ['generators', generatorId], queryFn: () => client.generators.get(generatorId) });

export const generatorKeysQuery = (generatorId: string) =>
  queryOptions({
    queryKey: ['generators', generatorId, 'keys'],
    queryFn: () => client.generators.publicKeys(generatorId),
  });

/** The service manages its key, and it signs every format. */
export async function createDefaultGenerator(): Promise<void> {
  const supported_formats = ['image', 'audio', 'text', 'video'] as const;
  await client.generators.create({ name: defaultGeneratorName, supported_formats: [...supported_formats] });
  await queryClient.invalidateQueries({ queryKey: generatorsQuery.queryKey });
}
