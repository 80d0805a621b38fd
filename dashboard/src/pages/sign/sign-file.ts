// The files that this tab has sent for signing. They stay while you open other pages, and are
// removed with the session. A retry after a lost response is neither signed nor counted twice.
import type { SignedContent, UploadOptions } from '@content-provenance/client';
import { client, queryClient } from '../../api/client.ts';
import { largestToSign } from '../../api/largest-files.ts';
import { createUploadList, type NamedContent } from '../../api/upload-list.ts';
import { session } from '../../session/session.ts';

export interface SigningTask extends NamedContent {
  readonly generatorId: string;
  readonly model: string;
  readonly idempotencyKey: string;
}

export const signings = createUploadList(largestToSign, signFile);
session.onChange(signings.clear);

async function signFile(task: SigningTask, options: UploadOptions): Promise<SignedContent> {
  const { name, ...input } = task;
  const signed = await client.sign({ ...input, fileName: name }, options);
  for (const changed of ['usage', 'records', 'analytics']) {
    void queryClient.invalidateQueries({ queryKey: [changed] });
  }
  return signed;
}

/** Not randomUUID, which browsers offer only on https pages. */
export function makeIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
