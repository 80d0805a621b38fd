// The report of the service about a manifest: the fields of the specification (Verification,
// `c2pa`), followed by our own. Only `state` and `trust` say whether the signer is trusted, and
// only by a list that the operator configured.

/** unreadable: there is a manifest, or the address of one, but this reader cannot read it. */
export type ManifestState = 'trusted' | 'valid' | 'invalid' | 'unreadable';

export interface ManifestFindings {
  /** false: the file contains only the address of a manifest. */
  readonly found: boolean;
  /**
   * valid: the signature, the assertions and the binding to this file are correct. Whether the
   * signer is trusted does not matter.
   */
  readonly validation_status: 'valid' | 'invalid';
  /**
   * Labels of the assertions in the active manifest, as c2patool lists them: without data hashes,
   * ingredients and thumbnails.
   */
  readonly assertions: string[];
  readonly manifest_count: number;
  /** The organization in the certificate of the signer; empty if it cannot be read. */
  readonly signature_issuer: string;
  /**
   * The service made the active manifest, or its signature is valid under a certificate of this
   * service.
   */
  readonly is_service: boolean;
  /** Status codes of C2PA 2.2 §15.2.2; only if the status is invalid. */
  readonly validation_errors?: string[];
  readonly state: ManifestState;
  /** Only if the state is trusted. */
  readonly trust?: { readonly list: string };
  /** Codes of checks that could not run here. They never make the state invalid. */
  readonly unchecked?: string[];
  readonly certificate?: CertificateFacts;
  readonly timestamp?: TimestampFacts;
  /** Where the file says that its manifest is. The service does not fetch it. */
  readonly remote_url?: string;
  /** How the file was made: the last part of an IPTC digital source type. */
  readonly digital_source_type?: string;
  /** Whether the active manifest contains a picture of the file. */
  readonly thumbnail?: boolean;
  readonly ai_training?: TrainingPermission[];
  /** The program that wrote the active manifest, as it names itself. */
  readonly tool?: string;
  /** As the signature states it. */
  readonly signed_at?: string;
  /** What the active manifest says was done, in its order. */
  readonly actions?: StatedAction[];
  /** The files from which the active manifest says its file was made. */
  readonly ingredients?: StatedIngredient[];
}

/** Names are those in the certificate: `Acme Pictures, Signer`. */
export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  readonly not_before: string;
  readonly not_after: string;
  /** `ES256`, `ML-DSA-65` */
  readonly algorithm: string;
}

export interface TimestampFacts {
  readonly time: string;
  /** As its certificate names it. */
  readonly authority: string;
  /** Whether the authority is on a list that the operator configured. */
  readonly trusted: boolean;
}

export interface TrainingPermission {
  /** `ai_generative_training`, `ai_training`, `ai_inference` or `data_mining` */
  readonly use: string;
  readonly permission: 'allowed' | 'notAllowed' | 'constrained';
}

export interface StatedAction {
  /** `c2pa.created` */
  readonly action: string;
  /** The last part of an IPTC digital source type: `trainedAlgorithmicMedia` */
  readonly source_type?: string;
  readonly when?: string;
}

export interface StatedIngredient {
  readonly title: string;
  /** `parentOf`, `componentOf` or `inputTo` */
  readonly relationship: string;
  /** Who signed the manifest of the ingredient, if it has one. */
  readonly issuer?: string;
  /** Whether that manifest is valid now; left out if the ingredient has none. */
  readonly validation_status?: 'valid' | 'invalid';
  readonly thumbnail: boolean;
  readonly ingredients?: StatedIngredient[];
}

/** There is a manifest, but this reader cannot parse it. */
export const unreadableManifest: ManifestFindings = {
  found: true,
  validation_status: 'invalid',
  assertions: [],
  manifest_count: 0,
  signature_issuer: '',
  is_service: false,
  validation_errors: ['general.error'],
  state: 'unreadable',
};
