// Fetches an asset that a caller names by its address, through the guarded outgoing HTTPS. The
// caller states its length; the bytes take their share of the memory for uploads before the service
// asks for them.
import { LARGEST_DELIVERED } from '@content-provenance/engine';
import type { OutgoingHttps } from '../../adapters/outgoing-https/outgoing-https.ts';
import { fail, failValidation } from '../../http/error-catalogue.ts';

/** The memory that uploads share. */
export interface AssetRoom {
  enter(network: string): { grow(bytes: number): Promise<void> | undefined; leave(): void };
}

export interface ReferencesParts {
  readonly outgoing: Pick<OutgoingHttps, 'findFault' | 'download'>;
  readonly room: AssetRoom;
  readonly enabled: boolean;
}

export interface Reference {
  readonly referenceUrl: string;
  readonly assetLength: number;
  readonly assetType?: string | undefined;
}

/** The bytes are in memory twice while they are joined. */
const copies = 2;
const off = 'This service does not fetch assets by reference. Send the asset itself to /v1/c2pa/matches/byContent.';

export type References = ReturnType<typeof createReferences>;

export function createReferences({ outgoing, room, enabled }: ReferencesParts) {
  async function download({ referenceUrl, assetLength, assetType }: Reference): Promise<Uint8Array> {
    const { statusCode, bytes, contentType } = await outgoing.download(referenceUrl, assetLength);
    if (statusCode === null || (statusCode === 200 && !bytes && contentType === null))
      failValidation('referenceUrl', 'could not be fetched');
    if (statusCode !== 200) failValidation('referenceUrl', `returned status ${statusCode}, but must return 200`);
    if (bytes?.length !== assetLength) failValidation('assetLength', 'must be the length of the asset');
    if (assetType !== undefined && typeOf(contentType) !== typeOf(assetType))
      failValidation('assetType', 'must be the content type that the server of the asset states');
    return bytes;
  }

  return {
    enabled,

    /** work: gets the bytes, which count as an upload of the network until it ends. */
    async withAsset<Result>(
      reference: Reference,
      network: string,
      work: (content: Uint8Array) => Promise<Result>,
    ): Promise<Result> {
      if (!enabled) fail('forbidden', { message: off });
      const { referenceUrl, assetLength } = reference;
      if (assetLength > LARGEST_DELIVERED) fail('payload_too_large', { largest_bytes: LARGEST_DELIVERED });
      const fault = await outgoing.findFault(referenceUrl);
      if (fault) failValidation('referenceUrl', fault);
      const share = room.enter(network);
      try {
        await share.grow(copies * assetLength);
        return await work(await download(reference));
      } finally {
        share.leave();
      }
    },
  };
}

function typeOf(contentType: string | null): string {
  return (contentType ?? '').split(';')[0]!.trim().toLowerCase();
}
