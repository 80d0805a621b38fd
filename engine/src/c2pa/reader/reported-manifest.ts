// The parts of the c2pa-rs report on a manifest that we read. Our own reader of ML-DSA manifests
// returns the same shape.
import type { ReportedStatus, ValidationResults } from './reported-status.ts';

export interface ReportedManifest {
  readonly assertions?: readonly { readonly label: string; readonly data?: unknown }[];
  readonly signature_info?: { readonly issuer?: string | null; readonly time?: string | null } | null;
  readonly claim_generator?: string | null;
  readonly claim_generator_info?: readonly { readonly name?: unknown; readonly version?: unknown }[] | null;
  readonly ingredients?: readonly ReportedIngredient[];
  readonly thumbnail?: unknown;
}

export type Manifests = Readonly<Record<string, ReportedManifest>>;
export interface ReportedIngredient {
  readonly title?: string | null;
  readonly relationship?: string | null;
  readonly active_manifest?: string | null;
  readonly thumbnail?: unknown;
  /** Problems that the signer found in the manifest of the ingredient. */
  readonly validation_status?: readonly ReportedStatus[] | null;
  readonly validation_results?: ValidationResults | null;
}
