// The parts of c2pa-rs's report on a manifest that are read here. Our own reader of ML-DSA
// manifests gives the same shape.
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
  /** What the signer found wrong in it. */
  readonly validation_status?: readonly ReportedStatus[] | null;
  readonly validation_results?: ValidationResults | null;
}
