// The files that this tab has sent for signing. They stay while you open other pages, and are
// removed with the session. A retry after a lost response is neither signed nor counted twice.
import { type CarriedName, ServiceError, type SignedContent, type UploadOptions } from '@content-provenance/client';
import { client, queryClient } from '../../api/client.ts';
import { largestToSign } from '../../api/largest-files.ts';
import { createUploadList, type NamedContent, type Upload } from '../../api/upload-list.ts';
import { session } from '../../session/session.ts';
import { signTexts as texts } from '../../texts/sign.ts';
import { type SignOptions, signFields } from './sign-options.ts';

export interface SigningTask extends NamedContent {
  readonly generatorId: string;
  readonly model: string;
  readonly options: SignOptions;
  readonly idempotencyKey: string;
}

export interface SignedFile {
  readonly content: Blob;
  readonly token: string;
  readonly recordId: string;
  readonly carries: readonly (Exclude<CarriedName, 'manifest'> | 'ml-dsa-65' | 'classical')[];
  readonly notes: string;
}

export type Signing = Upload<SigningTask, SignedFile>;

export const signings = createUploadList(largestToSign, signFile);
session.onChange(signings.clear);

/** Signed, but not through with the manifest: a limit can come between the two requests. */
const halfDone = new WeakMap<SigningTask, SignedContent>();

async function signFile(task: SigningTask, options: UploadOptions): Promise<SignedFile> {
  const { name, content, generatorId, model, idempotencyKey } = task;
  const input = { content, generatorId, model, idempotencyKey, fileName: name, ...signFields(task.options) };
  const signed = halfDone.get(task) ?? (await client.sign(input, options));
  halfDone.set(task, signed);
  for (const changed of ['usage', 'records', 'analytics']) {
    void queryClient.invalidateQueries({ queryKey: [changed] });
  }
  const { manifest } = task.options;
  const { token, recordId, notes, manifestSignature } = signed;
  const carried = signed.carries.filter((each) => each !== 'manifest');
  const carries = manifestSignature ? [...carried, manifestSignature] : carried;
  const file = { content: signed.content, token, recordId, carries, notes };
  return manifest === 'none' || manifest === 'keep' ? file : withManifest(file, manifest, options);
}

/** The file is signed in any case. If it cannot carry a manifest, a note says why. */
async function withManifest(
  file: SignedFile,
  signature: 'ml-dsa-65' | 'classical',
  { signal }: UploadOptions,
): Promise<SignedFile> {
  try {
    const { content, recordId, carries } = file;
    const made = await client.records.makeManifest(recordId, content, { signature, ...(signal && { signal }) });
    return { ...file, content: made.file, carries: [...carries, made.signature] };
  } catch (error) {
    if (!(error instanceof ServiceError) || isTemporary(error)) throw error;
    return { ...file, notes: [file.notes, texts.withoutManifest(error.message)].filter(Boolean).join(' ') };
  }
}

function isTemporary({ status, code }: ServiceError): boolean {
  return code === 'rate_limited' || status >= 500 || status === 0;
}

/** Not randomUUID, which browsers offer only on https pages. */
export function makeIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
