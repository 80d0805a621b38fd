// The release of the interface (specification: Versioning).
export const release = '2.6.1';
