// The files that this tab has sent to be signed. They stay while other pages are looked at, and go
// with the session. A file tried again after a lost answer is neither signed nor counted twice.
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

/** Not randomUUID: browsers offer it on https pages alone. */
export function makeIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
