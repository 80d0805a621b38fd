// How the name of a signer is shown everywhere: a domain that the organization has proven, or the name it typed, with the
// remark that nobody has verified it.

export interface Signer {
  readonly name: string;
  /** Null unless the organization has proven it. */
  readonly domain: string | null;
  readonly domain_verified_at: string | null;
  /** The proven domain whose name this one imitates. */
  readonly resembles: string | null;
}

export interface SignerName {
  readonly name: string;
  /** `lumen.example ✓`; null where no domain is proven. */
  readonly proof: string | null;
  readonly remark: string;
  readonly warning: string | null;
}

/** Only a proven domain has a check mark: one in a name that somebody typed would look like a proof. */
const checkMarks = /[\u2713\u2714\u2705\u2611\u{1F5F8}\u{1F5F9}]\u{FE0F}?/gu;

/** Answers without `signer` are of a release that proves no domains: the name is as stated. */
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
