// Names that callers choose and other people read: of organizations, generators and keys. They are one line of printable
// characters; those that reach mails and public pages hold no web address. Names stored before this rule are shown
// without what it forbids.
import { Format } from 'typebox/format';

/** Control and format characters, line separators, and what is drawn as nothing (Unicode: Default_Ignorable_Code_Point). */
const unprintable = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const unprintableRuns = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu;

/** A scheme, `www.`, or a host with a port or a path. */
const webAddress = /:\/\/|\bwww\.|\b(?:mailto|tel|sms):\S|[\p{L}\p{N}]\.\p{L}[\p{L}\p{N}-]+(?:[/?#]|:\d)/iu;

/** What a validation problem says, by the format of the schema. */
export const formatRules: Readonly<Record<string, string>> = {
  name: 'must be one line of printable characters: no control, invisible or text-direction characters',
  'public-name':
    'must be one line of printable characters without a web address: no control, invisible or text-direction characters, no "www.", no "://", no "host.example/path"',
  email: 'must be an e-mail address such as name@example.org',
};

export function isPrintable(text: string): boolean {
  return !unprintable.test(text);
}

/** Letters of other widths are read as browsers and mail programs read them. */
export function holdsWebAddress(text: string): boolean {
  return webAddress.test(text.normalize('NFKC').replaceAll('。', '.'));
}

/** One line that shows what it holds. */
export function asPrintable(text: string): string {
  return text.replaceAll(unprintableRuns, ' ').trim();
}

/** For mails: mail programs make links out of all that looks like a host name. A space after each point prevents it. */
export function withoutLinks(text: string): string {
  const words = asPrintable(text.normalize('NFKC').replaceAll('。', '.')).split(' ');
  return words
    .map((word) => (mailAddress.test(word) ? word : word.replaceAll(/:\/+/g, ': ').replaceAll(/\.(?=\p{L})/gu, '. ')))
    .join(' ');
}

/** Leads to no page. */
const mailAddress = /^[^\s@/:?#]+@[^\s@/:?#]+$/;

const isEmail = Format.Get('email')!;

Format.Set('name', isPrintable);
Format.Set('public-name', (text) => isPrintable(text) && !holdsWebAddress(text));
// A quoted local part may hold line breaks, and a bracket begins an IP address: no provider gives out such addresses.
Format.Set('email', (text) => !/["[\]]/.test(text) && isEmail(text));
