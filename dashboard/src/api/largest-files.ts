// The largest files, in MB, that the service accepts (specification, Limits). Signing adds up to 1
// MB.
export const largestToSign = 50;
export const largestToVerify = 51;
/** In GB, for a job. */
export const largestForJob = 5;
