// Names that callers choose and other people read: of organizations, generators and keys. They are
// one line of printable characters. Names that appear in emails and on public pages contain no web
// address. Names from before this rule are shown without the forbidden parts.

/**
 * Control and format characters, line separators, and characters without a visible form (Unicode:
 * Default_Ignorable_Code_Point).
 */
const unprintable = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const unprintableRuns = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu;

/** A scheme, `www.`, or a host with a port or a path. */
const webAddress = /:\/\/|\bwww\.|\b(?:mailto|tel|sms):\S|[\p{L}\p{N}]\.\p{L}[\p{L}\p{N}-]+(?:[/?#]|:\d)/iu;

export function isPrintable(text: string): boolean {
  return !unprintable.test(text);
}

/** Letters of other widths are read as in browsers and email programs. */
export function containsWebAddress(text: string): boolean {
  return webAddress.test(text.normalize('NFKC').replaceAll('。', '.'));
}

/** One line without invisible characters. */
export function asPrintable(text: string): string {
  return text.replaceAll(unprintableRuns, ' ').trim();
}

/**
 * For emails: email programs turn everything that looks like a host name into a link. A space after
 * each point prevents it.
 */
export function withoutLinks(text: string): string {
  const words = asPrintable(text.normalize('NFKC').replaceAll('。', '.')).split(' ');
  return words
    .map((word) => (mailAddress.test(word) ? word : word.replaceAll(/:\/+/g, ': ').replaceAll(/\.(?=\p{L})/gu, '. ')))
    .join(' ');
}

/** Does not lead to a page. */
const mailAddress = /^[^\s@/:?#]+@[^\s@/:?#]+$/;
