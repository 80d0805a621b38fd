// Targets without HTTP: every sample signed into an index in memory. Every run has the same samples
// and structures, but new keys, tokens and identifiers.
import { canonicalFile } from './canonical-file.ts';
import type { SignedFile, Target } from './forgery.ts';
import { listSamples, type Sample } from './samples.ts';
import { ShelfSigner } from './shelf-signer.ts';

export interface ShelfTargets {
  readonly signer: ShelfSigner;
  readonly targets: readonly Target[];
}

export async function signTargets(): Promise<ShelfTargets> {
  const signer = await ShelfSigner.open();
  const targets: Target[] = [];
  for (const samples of Map.groupBy(await listSamples(), ({ format }) => format).values()) {
    const stranger = await signer.sign(samples.at(-1)!.bytes);
    for (const sample of samples.slice(0, -1)) targets.push(await signTarget(signer, sample, stranger));
  }
  return { signer, targets };
}

async function signTarget(
  signer: ShelfSigner,
  { format, name, bytes, thorough }: Sample,
  stranger: SignedFile,
): Promise<Target> {
  const signed = await signer.sign(bytes);
  // Always by removal, because this tests the derivation too.
  const canonical = canonicalFile(format, signed.delivered, signed.token);
  const clientToken = await submit(signer, canonical, false);
  const formatToken = await submit(signer, canonical, true);
  const rest = { clientToken, formatToken, thorough };
  return { ...signed, ...rest, canonical, name: `${format}: ${name}`, format, stranger, embeddedByStranger: null };
}

/** A record of the same content, as submitted by its owner: with its format or without. */
async function submit({ shelf }: ShelfSigner, canonical: Buffer, stated: boolean): Promise<string> {
  const { token } = await shelf.sign(canonical);
  const record = shelf.records.at(-1)!;
  shelf.records[shelf.records.length - 1] = {
    ...record,
    mode: 'client',
    exactFormat: stated ? record.exactFormat : null,
  };
  return token;
}
