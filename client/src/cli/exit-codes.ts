// What a script learns from the program's end. The worst of several files counts, in the order refuted, failed, unproven.

export const exitCodes = {
  /** Done; of verify: every file is authentic. */
  done: 0,
  /** Verify: a file is not what was signed, or its signature is not valid. */
  refuted: 1,
  /** The command line was not understood. */
  usage: 2,
  /** Verify: nothing speaks against a file, and nothing for it: no provenance was found. */
  unproven: 3,
  /** Something could not be done: the service is away or refuses, a file cannot be read or written. */
  failed: 4,
  /** Ctrl-C. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const severity: readonly ExitCode[] = [0, 3, 4, 1];

export function worstOf(codes: readonly ExitCode[]): ExitCode {
  return severity[Math.max(0, ...codes.map((code) => severity.indexOf(code)))]!;
}
