// The period of an attestation. The service chooses a missing side.

export interface Period {
  readonly from?: string;
  readonly to?: string;
}
