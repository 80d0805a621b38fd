// Targets without HTTP: every sample signed into an index in memory. The same samples and structures in every run; keys, tokens
// and identifiers are new.
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

async function signTarget(signer: ShelfSigner, { format, name, bytes }: Sample, stranger: SignedFile): Promise<Target> {
  const signed = await signer.sign(bytes);
  // Always by the cut: the derivation is on trial too.
  const canonical = canonicalFile(format, signed.delivered, signed.token);
  const clientToken = await submit(signer, canonical);
  return { ...signed, canonical, name: `${format}: ${name}`, format, stranger, embeddedByStranger: null, clientToken };
}

/** A record of the same content whose owner states no format. */
async function submit({ shelf }: ShelfSigner, canonical: Buffer): Promise<string> {
  const { token } = await shelf.sign(canonical);
  shelf.records[shelf.records.length - 1] = { ...shelf.records.at(-1)!, mode: 'client', exactFormat: null };
  return token;
}
