// What is said of a manifest, in the words of the specification (Verification, `c2pa`). It tells what the manifest says and
// whether it holds together; never whether its signer deserves trust.

export interface ManifestFindings {
  readonly found: true;
  /** valid: signature, assertions and the binding to this very file all hold. Whose certificate it is, is not judged. */
  readonly validation_status: 'valid' | 'invalid';
  /** Labels of the active manifest's assertions; bindings, ingredients and thumbnails, which are its scaffold, left out. */
  readonly assertions: string[];
  readonly manifest_count: number;
  /** The organization that the signer's certificate names; empty where none could be read. */
  readonly signature_issuer: string;
  /** The active manifest's signature holds under a certificate of this service. */
  readonly is_service: boolean;
  /** Status codes of C2PA 2.2 §15.2.2; only where the status is invalid. */
  readonly validation_errors?: string[];
}

/** A manifest is there, and nobody can make sense of it. */
export const unreadableManifest: ManifestFindings = {
  found: true,
  validation_status: 'invalid',
  assertions: [],
  manifest_count: 0,
  signature_issuer: '',
  is_service: false,
  validation_errors: ['general.error'],
};
