// What a visitor gives to the page: a receipt, the file that it is about, or both at once.
import type { NamedContent } from '../../api/upload-list.ts';

export interface Given {
  readonly receipt: string | null;
  readonly file: NamedContent | null;
}

/** As in the engine (receipt.ts), with room for a line break. */
const largestReceipt = 131_074;

export async function sortGiven(contents: readonly NamedContent[]): Promise<Given> {
  let given: Given = { receipt: null, file: null };
  for (const each of contents) {
    const receipt = each.content.size <= largestReceipt ? asReceipt(await each.content.text()) : null;
    given = receipt === null ? { ...given, file: each } : { ...given, receipt };
  }
  return given;
}

/** Programs that save text often add a line break. null: this is something else. */
export function asReceipt(text: string): string | null {
  const trimmed = text.trim();
  return /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(trimmed) ? trimmed : null;
}

/** The hash in the address, which a printed code names. The browser never sends it. */
export function namedReceipt(hash: string): string | null {
  return /^#(sha3-256:[0-9a-f]{64})$/.exec(hash)?.[1] ?? null;
}
