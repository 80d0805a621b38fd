// The largest files, in megabytes, that the service takes (specification, Limits). Signing adds up
// to one.
export const largestToSign = 50;
export const largestToVerify = 51;
