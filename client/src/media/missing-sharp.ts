// The code of the error that stands for sharp where it is not installed.
export const missingSharp = 'SHARP_MISSING';
