/** How Node runs the service. */
export const nodeFlags: readonly string[];
