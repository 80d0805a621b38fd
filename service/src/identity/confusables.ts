// Letters of the Latin, Cyrillic, Greek, Armenian, Coptic and Cherokee scripts, by the plain letter
// that they look like, compared with the data of Unicode Technical Standard #39
// (docs/decisions/0030). Letters of other widths and styles are not here, because NFKC makes them
// plain. Letters with accents lose them before.

const lookalikes: Readonly<Record<string, string>> = {
  a: 'ɑαаАΑᎪꭺᴀ',
  b: 'ƀЬьƄƅɓвВΒᏴꞴʙᏏꮟ',
  c: 'ᴄϲϹсСⲥⲤᏟꮯƈ',
  d: 'ԁᏧꮷᎠꭰđɖɗᴅ',
  e: 'еЕΕҽɛεᎬꭼꬲᴇєЄ℮',
  f: 'ƒꬵꞙꞘẝքϜƑ',
  g: 'ɡᶃƍցԌԍᏀꮐɢᏻᏳ',
  h: 'һҺհнНΗᎻꮋᏂꮒħʜⲎⲏ',
  j: 'ϳͿјЈᎫꭻɉʝꞲ',
  k: 'κΚкКⲔⲕᏦꮶƙᴋ',
  // i, I, 1 and l share one skeleton: which of them look the same depends on case and font.
  l: 'i1|ıɪɩιΙͺіІꙇӏӀꭵᎥƖǀⲒⲓłⳐⳑᏞꮮɭʟ',
  m: 'мМΜϺⲘⲙᎷꮇᴍɱ',
  n: 'ոռΝⲚⲛпηɴɳŋ',
  o: '0οΟσоОօՕᴏᴑꬽⲟⲞøØɵөӨ',
  p: 'ρΡϱрРⲣⲢᏢꮲᴘƥ',
  q: 'ԛԚգզʠ',
  r: 'гГᴦΓⲅⲄꭇꭈꮁᎡꭱᏒꮢƦʀɍɼ',
  s: 'ѕЅꜱƽᏕꮥᏚꮪՏʂƼ',
  t: 'τΤтТⲦⲧᎢꭲŧᴛƭ',
  u: 'υսՍʋꞟᴜꭎꭒᴗμ',
  v: 'νѵѴᴠᏙꮩ',
  w: 'ѡԝԜաɯᴡᏔꮤᎳꮃω',
  x: 'хХχΧⲬⲭ×Ꭓ',
  y: 'уУүҮγΥϒⲨⲩʏỿꭚᶌɣᎩꭹᎽꮍƴұ',
  z: 'ΖᏃꮓᴢƶʐ',
  2: 'ƧϨꙄꝚ',
  3: 'зЗӠӡƷʒȜȝꜫꝪɜⳌ',
  4: 'Ꮞꮞ',
  6: 'бⳒᏮꮾ',
  8: 'ȢȣՑ',
  9: 'ꝮⳊ',
};

/** From a letter to its lookalike. */
export const confusables: ReadonlyMap<string, string> = new Map(
  Object.entries(lookalikes).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter] as const)),
);

/** Letters that look like two, and pairs that look like one letter. */
export const confusableGroups: readonly (readonly [RegExp, string])[] = [
  [/[æӕ]/g, 'ae'],
  [/œ/g, 'oe'],
  [/ꝏ|ꚙ/g, 'oo'],
  [/ы/g, 'bl'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
];
