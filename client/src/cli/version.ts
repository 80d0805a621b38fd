// The version of the program.

/** build.ts sets it. */
declare const packedVersion: string;

export const programVersion = typeof packedVersion === 'string' ? packedVersion : '(from the sources)';
