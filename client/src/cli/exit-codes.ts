// Exit codes. With several files, the worst counts, in the order refuted, failed, unproven.

export const exitCodes = {
  /** Success. For verify: all files are authentic. */
  done: 0,
  /** Verify: a file is not what was signed, or its signature is not valid. */
  refuted: 1,
  /** The command line is not valid. */
  usage: 2,
  /**
   * Verify: no provenance was found for a file. This says nothing about its origin. Proof: there is
   * no known key of the log.
   */
  unproven: 3,
  /** A failure: the service is not reachable or returns an error, or a file is not readable. */
  failed: 4,
  /** Monitor: the log contradicts itself, and the evidence is stored. */
  misbehaved: 5,
  /** Monitor: the log shows no checkpoint that the witnesses of the policy cosigned. */
  unwitnessed: 6,
  /** Ctrl-C. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const severity: readonly ExitCode[] = [0, 3, 4, 1];

export function worstOf(codes: readonly ExitCode[]): ExitCode {
  return severity[Math.max(0, ...codes.map((code) => severity.indexOf(code)))]!;
}
