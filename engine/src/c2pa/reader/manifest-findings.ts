// What is said of a manifest, in the words of the specification (Verification, `c2pa`). It tells
// what the manifest says and whether it holds together; never whether its signer deserves trust.

export interface ManifestFindings {
  readonly found: true;
  /**
   * valid: signature, assertions and the binding to this very file all hold. Whose certificate it
   * is, is not judged.
   */
  readonly validation_status: 'valid' | 'invalid';
  /**
   * Labels of the active manifest's assertions; bindings, ingredients and thumbnails, which are its
   * scaffold, left out.
   */
  readonly assertions: string[];
  readonly manifest_count: number;
  /** The organization that the signer's certificate names; empty where none could be read. */
  readonly signature_issuer: string;
  /** The active manifest's signature holds under a certificate of this service. */
  readonly is_service: boolean;
  /** Status codes of C2PA 2.2 §15.2.2; only where the status is invalid. */
  readonly validation_errors?: string[];
  /** The program that wrote the active manifest, as it names itself. */
  readonly tool?: string;
  /** As the signature states it. */
  readonly signed_at?: string;
  /** What the active manifest says was done, in its order. */
  readonly actions?: StatedAction[];
  /** The files that the active manifest says it was made of. */
  readonly ingredients?: StatedIngredient[];
}

export interface StatedAction {
  /** `c2pa.created` */
  readonly action: string;
  /** The last part of an IPTC digital source type: `trainedAlgorithmicMedia` */
  readonly source_type?: string;
}

export interface StatedIngredient {
  readonly title: string;
  /** `parentOf`, `componentOf` or `inputTo` */
  readonly relationship: string;
  /** Who signed the manifest that came with it, where one did. */
  readonly issuer?: string;
  readonly ingredients?: StatedIngredient[];
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
