// The period that an attestation is about; a side that is left out is the service's choice.

export interface Period {
  readonly from?: string;
  readonly to?: string;
}
