// A mutation of a signed file is authentic only if it is, byte for byte, a file that the service
// can deliver: the output of signing and embedding, or the canonical content that was derived
// without the engine.
import { Reconstruction } from '../../engine/src/index.ts';
import { randomOfCase } from '../hostility/case-random.ts';
import { deliverables, deliverablesOf, listForgeries } from './attacks/all-attacks.ts';
import type { SignedFile, Target } from './forgery.ts';
import { mutateFile } from './mutate-file.ts';
import { type ShelfTargets, signTargets } from './shelf-targets.ts';

export interface MutationOutcome {
  readonly format: string;
  readonly authentic: boolean;
  /** A sentence if a file was called authentic that the service does not deliver. */
  readonly fault?: string | undefined;
  readonly bytes: Buffer;
}

interface Claim {
  readonly token: string;
  readonly files: readonly Buffer[];
}

/** One of this many cases goes through the whole of verify, whatever the reconstruction says. */
const examined = 16;
const searched = 512;

export class MutationTrial {
  readonly #made: ShelfTargets;
  readonly #byFormat: readonly (readonly Target[])[];
  readonly #bases = new Map<Target, readonly Buffer[]>();
  readonly #known = new Map<string, ReadonlySet<string>>();

  private constructor(made: ShelfTargets) {
    this.#made = made;
    this.#byFormat = [...Map.groupBy(made.targets, ({ format }) => format).values()];
    for (const target of made.targets) {
      this.#bases.set(target, [...deliverables(target), ...listForgeries(target).map(({ bytes }) => bytes)]);
      this.#know({ token: target.token, files: deliverables(target) });
      this.#know({ token: target.clientToken, files: deliverablesOf(target, 'client') });
      this.#know({ token: target.formatToken, files: deliverablesOf(target, 'format') });
      this.#know(claimOf(target.stranger));
    }
  }

  static async open(): Promise<MutationTrial> {
    return new MutationTrial(await signTargets());
  }

  get formats(): string[] {
    return this.#byFormat.map(([first]) => first!.format);
  }

  /**
   * The same case for the same seed and number, except for what is new in every run: keys, tokens,
   * identifiers.
   */
  async try(seed: number, number: number): Promise<MutationOutcome> {
    const random = randomOfCase(seed, number);
    const group = random.pick(this.#byFormat);
    const target = random.pick(group);
    const bases = this.#bases.get(target)!;
    const known = deliverables(target);
    // Half start with a delivered file, half with the output of an attack.
    const base = random.below(2) === 0 ? random.pick(known) : random.pick(bases);
    const other = random.pick([...deliverables(random.pick(group)), target.stranger.delivered]);
    const bytes = mutateFile(base, { target, other, random });
    const token = random.below(8) > 0 ? target.token : random.pick([target.clientToken, target.formatToken]);
    const fault = await this.#findFault(bytes, token, number);
    return { format: target.format, bytes, ...fault };
  }

  async #findFault(bytes: Buffer, token: string, number: number): Promise<{ authentic: boolean; fault?: string }> {
    const { shelf } = this.#made.signer;
    const found = await shelf.findByToken(token);
    if (found === 'invalid' || found === null) throw new Error('A token of the trial has no record.');
    // A file that is not a delivery even if every signature counts as valid is never one.
    const possible = await new Reconstruction(bytes).isDelivered(
      {
        recordId: found.provenance.record_id,
        generatorId: found.signedPayload.generator_id,
        contentHash: found.signedPayload.content_hash,
        exactFormat: found.exactFormat,
        mode: found.mode,
      },
      {
        isTokenOf: async (carried, recordId) => (await shelf.findTokenRecordId(carried)) === recordId,
        isManifestSignature: async () => true,
        isManifestDelivery: async () => false,
      },
    );
    if (number % searched === 0) {
      const result = await this.#made.signer.verify(bytes);
      const record = result.provenance?.record_id;
      if (result.authentic && ![...this.#known.values()].some((files) => files.has(keyOf(bytes))))
        return { authentic: true, fault: `without a token it is called authentic, of the record ${record}` };
    }
    if (!possible && number % examined !== 0) return { authentic: false };
    const { authentic } = await this.#made.signer.verify(bytes, token);
    if (authentic && !possible) return { authentic, fault: 'verify and the reconstruction do not agree' };
    if (!authentic || this.#known.get(token)!.has(keyOf(bytes))) return { authentic };
    return { authentic, fault: 'it is called authentic, and nobody delivers it' };
  }

  #know({ token, files }: Claim): void {
    this.#known.set(token, new Set([...(this.#known.get(token) ?? []), ...files.map(keyOf)]));
  }
}

function claimOf(signed: SignedFile): Claim {
  return { token: signed.token, files: deliverables(signed) };
}

function keyOf(bytes: Buffer): string {
  return bytes.toString('latin1');
}
