// The plan and the usage of the organization. A key that is right but not allowed to read them is
// not an error.
import { type Answer, type Client, ServiceError } from '../index.ts';

export type Usage = Answer<'GET /v1/billing/usage'>;

export async function findUsage(client: Client): Promise<Usage | undefined> {
  try {
    return await client.billing.usage();
  } catch (problem) {
    if (problem instanceof ServiceError && problem.code === 'insufficient_scope') return undefined;
    throw problem;
  }
}
