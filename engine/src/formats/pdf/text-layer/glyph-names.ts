// The characters of glyph names, as fonts of Latin, Greek and Cyrillic text use them (Adobe Glyph
// List Specification §2). Accented letters follow from the letter and the accent.

const accents: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circumflex: '\u0302',
  tilde: '\u0303',
  macron: '\u0304',
  breve: '\u0306',
  dotaccent: '\u0307',
  dieresis: '\u0308',
  ring: '\u030a',
  hungarumlaut: '\u030b',
  caron: '\u030c',
  commaaccent: '\u0327',
  cedilla: '\u0327',
  ogonek: '\u0328',
};

const listed = `
exclam ! quotedbl " numbersign # dollar $ percent % ampersand & quotesingle ' quoteright ’ quoteleft ‘
parenleft ( parenright ) asterisk * plus + comma , hyphen - period . slash / colon : semicolon ; less < equal = greater >
question ? at @ bracketleft [ backslash \\ bracketright ] asciicircum ^ underscore _ braceleft { bar | braceright }
asciitilde ~ zero 0 one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9
exclamdown ¡ cent ¢ sterling £ currency ¤ yen ¥ brokenbar ¦ section § copyright © ordfeminine ª guillemotleft «
guillemotright » logicalnot ¬ registered ® degree ° plusminus ± mu µ paragraph ¶ periodcentered · ordmasculine º
onequarter ¼ onehalf ½ threequarters ¾ questiondown ¿ multiply × divide ÷ minus − fraction ⁄ florin ƒ
endash – emdash — quotesinglbase ‚ quotedblbase „ quotedblleft “ quotedblright ” dagger † daggerdbl ‡ bullet • ellipsis …
perthousand ‰ guilsinglleft ‹ guilsinglright › Euro € trademark ™ sfthyphen -
hyphenchar - hyphentwo ‐
fi fi fl fl ff ff ffi ffi ffl ffl IJ IJ ij ij
AE Æ ae æ OE Œ oe œ Oslash Ø oslash ø Lslash Ł lslash ł Eth Ð eth ð Thorn Þ thorn þ germandbls ß Germandbls ẞ Dcroat Đ
dcroat đ Hbar Ħ hbar ħ dotlessi ı dotlessj ȷ kgreenlandic ĸ Eng Ŋ eng ŋ Tbar Ŧ tbar ŧ longs ſ schwa ə Idotaccent İ
grave \` acute ´ circumflex ˆ tilde ˜ macron ¯ breve ˘ dotaccent ˙ dieresis ¨ ring ˚ cedilla ¸ hungarumlaut ˝ ogonek ˛
caron ˇ Alpha Α Beta Β Gamma Γ Delta Δ Epsilon Ε Zeta Ζ Eta Η Theta Θ Iota Ι Kappa Κ Lambda Λ Mu Μ Nu Ν Xi Ξ
Omicron Ο Pi Π Rho Ρ Sigma Σ Tau Τ Upsilon Υ Phi Φ Chi Χ Psi Ψ Omega Ω alpha α beta β gamma γ delta δ epsilon ε zeta ζ
eta η theta θ iota ι kappa κ lambda λ nu ν xi ξ omicron ο pi π rho ρ sigma σ sigma1 ς tau τ upsilon υ phi φ chi χ psi ψ
omega ω tonos ΄ arrowleft ← arrowup ↑ arrowright → arrowdown ↓ arrowdblright ⇒ lessequal ≤ greaterequal ≥ notequal ≠
infinity ∞ partialdiff ∂ summation ∑ product ∏ integral ∫ radical √ approxequal ≈ element ∈ equivalence ≡ asteriskmath ∗
epsilon1 ϵ phi1 φ theta1 ϑ similar ∼ lozenge ◊ angbracketleft ⟨ angbracketright ⟩ emptyset ∅ union ∪ intersection ∩`;

const characters = new Map(['space', 'nbspace', 'nonbreakingspace', 'visiblespace'].map((name) => [name, ' ']));
const words = listed.trim().split(/\s+/);
for (let at = 0; at < words.length; at += 2) characters.set(words[at]!, words[at + 1]!);
// ISO 8859-5 in Adobe's own numbers: А to Я and а to я, with Ё and ё after the sixth letter.
for (const [first, capital, yo] of [
  [10_017, 0x410, 'Ё'],
  [10_065, 0x430, 'ё'],
] as const) {
  for (let letter = 0; letter < 32; letter += 1) {
    characters.set(`afii${first + letter + (letter >= 6 ? 1 : 0)}`, String.fromCharCode(capital + letter));
  }
  characters.set(`afii${first + 6}`, yo);
}

/** Empty for a name that says nothing about the character. */
export function textOfGlyph(name: string): string {
  const known = characters.get(name);
  if (known !== undefined) return known;
  const base = name.split('.', 1)[0]!;
  // A ligature names its parts.
  return base.split('_', 16).map(textOfPart).join('');
}

function textOfPart(name: string): string {
  if (/^[A-Za-z]$/.test(name)) return name;
  const known = characters.get(name);
  if (known !== undefined) return known;
  const units = /^uni((?:[0-9A-F]{4}){1,8})$/i.exec(name)?.[1];
  if (units)
    return units
      .match(/.{4}/g)!
      .map((each) => String.fromCharCode(Number.parseInt(each, 16)))
      .join('');
  const point = Number.parseInt(/^u([0-9A-F]{4,6})$/i.exec(name)?.[1] ?? '', 16);
  if (point <= 0x10_ffff) return String.fromCodePoint(point);
  return textOfAccented(name);
}

function textOfAccented(name: string): string {
  const [, letter, accent] = /^(dotless[ij]|[A-Za-z])([a-z]{4,12})$/.exec(name) ?? [];
  const mark = accents[accent ?? ''];
  if (!letter || !mark) return '';
  const isBelow = accent === 'commaaccent' && /[SsTt]/.test(letter);
  return `${letter.replace('dotless', '')}${isBelow ? '\u0326' : mark}`.normalize('NFC');
}
