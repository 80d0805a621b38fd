// Test support: small texts of every kind that a format must carry.
import type { Samples } from './sample-pictures.ts';

/** The same greeting in many scripts, with what is hard to draw right: joining, reordering, stacking, sequences of emoji. */
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

export const sampleTexts: Readonly<Record<string, () => Samples>> = { 'plain-text': plainTexts };

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
