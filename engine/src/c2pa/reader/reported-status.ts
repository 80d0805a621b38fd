// One finding of c2pa-rs about a manifest, as its report lists it.
export interface ReportedStatus {
  readonly code: string;
  readonly url?: string;
}
