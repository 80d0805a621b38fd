// Test support: small texts of every kind that a format must support.
import { samplePdfs } from './sample-pdfs.ts';
import type { Samples } from './sample-pictures.ts';

/**
 * The same greeting in many scripts, with difficult text: joining, reordering, stacking, sequences
 * of emoji.
 */
export const scripts: ReadonlyMap<string, string> = new Map([
  ['Latin', 'The office waffles “affluently”: naïve façade, Ångström, Việt Nam.'],
  ['Greek', 'Ὦ ξεῖν’, ἀγγέλλειν Λακεδαιμονίοις ὅτι τῇδε κείμεθα.'],
  ['Cyrillic', 'Съешь же ещё этих мягких французских булок, да выпей чаю.'],
  ['Hebrew', 'בְּרֵאשִׁית בָּרָא אֱלֹהִים (123) אֵת הַשָּׁמַיִם.'],
  ['Arabic', 'السَّلامُ عَلَيْكُم ورحمة الله ١٢٣ لا إله.'],
  ['Devanagari', 'नमस्ते क्षत्रिय, किताब और ज्ञान का श्रीगणेश।'],
  ['Bengali', 'আমার সোনার বাংলা, আমি তোমায় ভালোবাসি ক্ষ কি।'],
  ['Tamil', 'தமிழ் கொடுத்தான் ஸ்ரீ க்ஷேத்திரம் பௌர்ணமி.'],
  ['Thai', 'ภาษาไทยน้ำใจที่นี่ก็ดีแล้ว'],
  ['Khmer', 'ភាសាខ្មែរ ស្រីស្អាត ក្រុងភ្នំពេញ'],
  ['Japanese', '吾輩は猫である。名前はまだ無い。「葛󠄀城」が゛'],
  ['Korean', '한국어 텍스트와 옛한글 ᄒᆞᆫ글'],
  ['Emoji', '👩🏽‍🚀 ❤️‍🔥 1️⃣ 🇩🇪 🏴󠁧󠁢󠁳󠁣󠁴󠁿 ☎︎ and words'],
]);

const paragraphs = [...scripts.values()].join('\n\n');

export const sampleTexts: Readonly<Record<string, () => Samples>> = {
  'plain-text': plainTexts,
  html: pages,
  pdf: samplePdfs,
};

function plainTexts(): Samples {
  return new Map([
    ['plain', Buffer.from(`A first paragraph.\nIts second line.\n\n${paragraphs}\n`)],
    ['of one word', Buffer.from('word')],
    ['with a byte order mark', Buffer.from(`\ufeff${paragraphs}`)],
    ['with CRLF', Buffer.from(paragraphs.replaceAll('\n', '\r\n'))],
    ['with CR', Buffer.from(paragraphs.replaceAll('\n', '\r'))],
    ['in UTF-16, little endian', Buffer.from(`\ufeff${paragraphs}`, 'utf16le')],
    ['in UTF-16, big endian', Buffer.from(`\ufeff${paragraphs}`, 'utf16le').swap16()],
    ['of blanks', Buffer.from(' \n\n\t\n')],
    ['Markdown', Buffer.from(markdown)],
  ]);
}

export const markdown = `# Heading

_Emphasis_ and **strength** with [a link](https://example.org/?a=1&b=2).

- first
- second

1. one
2. two

> quoted, “so to speak”

| a | b |
|---|---|
| 1 | 2 |

\`\`\`js
const fence = 'kept';
\`\`\`

---

<div>markup</div>

![picture](picture.png) and \`code\`.

[reference]: https://example.org
`;

const blocks = [...scripts.values()].map((text) => `<p dir="auto">${text}</p>`).join('\n');

function pages(): Samples {
  const page = `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>A title</title>\n</head>\n<body>\n<h1>First words</h1>\n${blocks}\n</body>\n</html>\n`;
  const xhtml =
    `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n` +
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>A title</title><script src="a.js"/></head><body><!-- <p>no</p> --><p>First words</p></body></html>`;
  return new Map([
    ['plain', Buffer.from(page)],
    ['without head tags', Buffer.from('<!doctype html><title>x</title><p>First words')],
    ['without head', Buffer.from('<!doctype html>\n<p>First words</p>')],
    ['a fragment', Buffer.from('<p>First <b>words</b></p>')],
    ['with a byte order mark', Buffer.from(`\ufeff${page}`)],
    ['with CRLF', Buffer.from(page.replaceAll('\n', '\r\n'))],
    ['in UTF-16, little endian', Buffer.from(`\ufeff${page}`, 'utf16le')],
    ['in UTF-16, big endian', Buffer.from(`\ufeff${page}`, 'utf16le').swap16()],
    ['XHTML', Buffer.from(xhtml)],
    ['in Latin-1', Buffer.from('<html><head><meta charset=iso-8859-1></head><body>Première phrase', 'latin1')],
    [
      'in Shift_JIS',
      Buffer.from('3c68746d6c3e3c6d65746120636861727365743d73686966745f6a69733e3c703e835c836c82b53c2f703e', 'hex'),
    ],
    ['in ISO-2022-JP', iso2022Page()],
    ['of no declared charset', Buffer.from('<html><body>First words')],
    ['with scripts', Buffer.from(scripted)],
    ['without words', Buffer.from('<html><head></head><body><img src="a.png"></body></html>')],
    ['of frames', Buffer.from('<html><frameset><frame src="a.html"></frameset></html>')],
    ['cut off', Buffer.from('<html><head><title>x</title><meta name="')],
  ]);
}

const scripted = `<!DOCTYPE html><!-- <head> --><html><head a='>'><script>"</head><body>"; <!-- <script> </script> --></script>
<style>/* </head> */</style><noscript><p>no</p></noscript><template><p>no</p><template></template></template></head>
<body><script>document</script><div hidden>no <div>no</div></div><div style="display: none">no</div><svg><text>no</text></svg>
<button>no</button>&nbsp;<img alt="no"> <p> First&nbsp;words </p></body></html>`;

// A title and a first word whose bytes contain those of `<`, `>` and `"`.
function iso2022Page(): Buffer {
  const japanese = (bytes: string) => Buffer.from(`\x1b$B${bytes}\x1b(B`, 'latin1');
  return Buffer.concat([
    Buffer.from('<html><head><meta charset="iso-2022-jp"><title>'),
    japanese('$<$>$"<p'),
    Buffer.from('</title></head><body><p>'),
    japanese('$"$$>< '),
    Buffer.from('</p></body></html>'),
  ]);
}
