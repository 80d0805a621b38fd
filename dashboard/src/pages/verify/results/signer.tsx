// The name of a signer, as on every page: with the domain that proves it, or with the remark that
// it is not verified.
import type { SignerName } from '@content-provenance/engine/verdicts';

export function Signer({ signer: { name, proof, remark } }: { readonly signer: SignerName }) {
  return (
    <>
      <strong>{proof ?? name}</strong> <span className="quiet">{proof ? `${name}, ${remark}` : remark}</span>
    </>
  );
}
