// Work on a connected store while a caller waits. A store that refuses is an error that the
// organization can correct.
import { fail } from '../../http/error-catalogue.ts';
import {
  type ConnectedBucket,
  ConnectedStoreFailed,
  type StorageConnectionsService,
  shortPatience,
} from '../account/storage-connections.service.ts';

export async function openConnected<Result>(
  connections: StorageConnectionsService,
  orgId: string,
  connectionId: string,
  work: (bucket: ConnectedBucket) => Promise<Result>,
): Promise<Result> {
  const bucket = await connections.open(orgId, connectionId, shortPatience);
  try {
    return await work(bucket);
  } catch (problem) {
    if (!(problem instanceof ConnectedStoreFailed)) throw problem;
    fail('storage_refused', { message: `The service cannot use your storage. ${problem.message}` });
  }
}
