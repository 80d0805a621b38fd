// The limits of the service for the size of a file, in bytes. Browsers load this file, so it cannot
// import the engine. A test compares the two.

/** The largest file that the service signs. */
export const LARGEST_UPLOAD = 50 * 1024 * 1024;
/** The largest file that the service verifies: signing adds up to 1 MB. */
export const LARGEST_DELIVERED = 51 * 1024 * 1024;
