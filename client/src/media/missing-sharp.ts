// The code of the error if sharp is not installed.
export const missingSharp = 'SHARP_MISSING';
