// How every page shows the name of a signer: a domain that the organization has proven, or the name
// that it chose, with the remark that it is not verified.

export interface Signer {
  readonly name: string;
  /** Null unless the organization has proven it. */
  readonly domain: string | null;
  readonly domain_verified_at: string | null;
  /** The proven domain that this name imitates. */
  readonly resembles: string | null;
}

export interface SignerName {
  readonly name: string;
  /** `lumen.example ✓`. Null if no domain is proven. */
  readonly proof: string | null;
  readonly remark: string;
  readonly warning: string | null;
}

/** Only a proven domain has a check mark. In a chosen name, it would look like a proof. */
const checkMarks = /[\u2713\u2714\u2705\u2611\u{1F5F8}\u{1F5F9}]\u{FE0F}?/gu;

/** A response without `signer` comes from a release without domains. Its name is not verified. */
export function nameSigner({ org, signer }: { readonly org: string; readonly signer?: Signer | null }): SignerName {
  const domain = signer?.domain ?? null;
  const resembles = signer?.resembles ?? null;
  return {
    name: (signer?.name ?? org).replaceAll(checkMarks, '').trim(),
    proof: domain && `${domain} ✓`,
    remark: domain ? 'domain proven by the signer' : 'name stated by the signer, not verified',
    warning: resembles && `This is not ${resembles}: the name only looks like it.`,
  };
}

/** The same in one line. */
export function signerInWords(signer: SignerName): string {
  const { name, proof, remark, warning } = signer;
  const shown = proof ? `${proof} (${name})` : `${name} (${remark})`;
  return warning ? `${shown}. ${warning.slice(0, -1)}` : shown;
}
