// The formats that schemas of this service use beyond those of JSON Schema, and the sentence of a
// refusal.
import { Format } from 'typebox/format';
import { isShownAddress } from './https-address.ts';
import { containsWebAddress, isPrintable } from './names.ts';

/** The sentence of a validation problem, by the format of the schema. */
export const formatRules: Readonly<Record<string, string>> = {
  name: 'must be one line of printable characters, without control, invisible or text-direction characters',
  'public-name':
    'must be one line of printable characters without a web address: no control, invisible or text-direction characters, no "www.", no "://", no "host.example/path"',
  'https-address': 'must be an https:// URL with a host name, without a user name or password',
  email: 'must be an email address such as name@example.org',
};

const isEmail = Format.Get('email')!;

Format.Set('name', isPrintable);
Format.Set('public-name', (text) => isPrintable(text) && !containsWebAddress(text));
Format.Set('https-address', isShownAddress);
// A quoted local part can contain line breaks, and a bracket starts an IP address. No provider has
// such addresses.
Format.Set('email', (text) => !/["[\]]/.test(text) && isEmail(text));
