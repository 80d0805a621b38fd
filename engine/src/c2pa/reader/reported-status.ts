// The findings of c2pa-rs about a manifest, as its report lists them.
export interface ReportedStatus {
  readonly code: string;
  readonly url?: string;
  readonly explanation?: string;
}

export type StatusLists = Partial<Record<'success' | 'informational' | 'failure', readonly ReportedStatus[]>>;

export interface ValidationResults {
  readonly activeManifest?: StatusLists | null;
  readonly ingredientDeltas?: readonly { readonly validationDeltas?: StatusLists }[] | null;
}
