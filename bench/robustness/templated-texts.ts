// Replies and messages from a dozen templates. The frame of a template is always the same, and each
// text has other sentences of real texts within it. So two texts of a template are different.
import type { Random } from '../../engine/test-support/random-bytes.ts';
import type { RealText } from './real-texts.ts';
import { wordsOf } from './text-words.ts';

export interface TemplatedText {
  readonly template: number;
  readonly language: string;
  readonly text: string;
  /** Share of the words that all texts of the template have. */
  readonly fixedShare: number;
}

const templates: readonly (readonly [string, string])[] = [
  [
    'en',
    'Hello,\n\nthank you for contacting our support team about ticket {number}.\n\n{sentence} {sentence} {sentence} {sentence}\n\nIf you have any further questions, please do not hesitate to reply to this message.\n\nBest regards,\nThe support team',
  ],
  [
    'en',
    'Great question! Here is a step-by-step guide:\n\n1. {sentence}\n2. {sentence}\n3. {sentence}\n4. {sentence}\n\nI hope this helps! Let me know if you would like more details about any of these steps.',
  ],
  [
    'en',
    '## Summary\n\n{sentence} {sentence}\n\n## Key points\n\n- {sentence}\n- {sentence}\n- {sentence}\n\n## Conclusion\n\nIn conclusion, it is important to consider all of these aspects. {sentence}',
  ],
  [
    'en',
    'Dear customer,\n\nyour order {number} has been shipped and will arrive within three to five business days.\n\nAbout your product: {sentence} {sentence} {sentence} {sentence}\n\nThank you for shopping with us!',
  ],
  [
    'en',
    'Certainly! Below is a short explanation of the topic.\n\n{sentence} {sentence} {sentence}\n\nTo put it simply: {sentence}\n\nKeep in mind that this is only a general overview. {sentence}',
  ],
  [
    'en',
    'Product description\n\n{sentence} {sentence} {sentence}\n\nFeatures:\n\n* {sentence}\n* {sentence}\n\nShips worldwide. Two years of warranty. Return it within 30 days if you are not satisfied.',
  ],
  [
    'en',
    'Hi all,\n\nplease find below the minutes of our meeting number {number}.\n\nDecisions: {sentence} {sentence}\n\nOpen questions: {sentence} {sentence}\n\nNext meeting: next week, same time, same place. Please send me your corrections by Friday.',
  ],
  [
    'en',
    'There are both advantages and disadvantages to consider.\n\n**Advantages**\n\n- {sentence}\n- {sentence}\n\n**Disadvantages**\n\n- {sentence}\n- {sentence}\n\nUltimately, the best choice depends on your needs and preferences.',
  ],
  [
    'de',
    'Guten Tag,\n\nvielen Dank für Ihre Anfrage mit der Nummer {number}. Gerne helfen wir Ihnen weiter.\n\n{sentence} {sentence} {sentence} {sentence}\n\nBei weiteren Fragen stehen wir Ihnen jederzeit gerne zur Verfügung.\n\nMit freundlichen Grüßen\nIhr Serviceteam',
  ],
  [
    'fr',
    'Bonjour,\n\nnous vous remercions de votre message du {number} et de votre confiance.\n\n{sentence} {sentence} {sentence} {sentence}\n\nNous restons à votre disposition pour toute information complémentaire.\n\nCordialement,\nLe service client',
  ],
  [
    'es',
    'Claro, aquí tienes una explicación breve:\n\n1. {sentence}\n2. {sentence}\n3. {sentence}\n4. {sentence}\n\nEspero que esta información te sea útil. Si tienes alguna otra pregunta, no dudes en decírmelo.',
  ],
  [
    'ja',
    'お問い合わせいただきありがとうございます。受付番号は {number} です。\n\n{sentence} {sentence} {sentence} {sentence} {sentence}\n\nご不明な点がございましたら、お気軽にお問い合わせください。今後ともよろしくお願いいたします。',
  ],
];

/** count: texts of each template. No sentence occurs twice, so there can be fewer. */
export function fillTemplates(texts: readonly RealText[], count: number, random: Random): TemplatedText[] {
  const sentences = new Map(templates.map(([language]) => [language, shuffle(sentencesOf(texts, language), random)]));
  return templates.flatMap(([language, frame], template) => {
    const left = sentences.get(language)!;
    const slots = frame.split('{sentence}').length - 1;
    const fixed = wordsOf(frame, language).length;
    return Array.from({ length: Math.min(count, Math.floor(left.length / slots)) }, () => {
      const text = frame
        .replaceAll('{number}', () => String(random.below(1e6)))
        .replaceAll('{sentence}', () => left.pop()!);
      return { template, language, text, fixedShare: fixed / wordsOf(text, language).length };
    });
  });
}

const [FEWEST_WORDS, MOST_WORDS] = [10, 30];

function sentencesOf(texts: readonly RealText[], language: string): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  const sentences = texts
    .filter((text) => text.language === language)
    .flatMap(({ text }) => Array.from(segmenter.segment(text), ({ segment }) => segment.trim()))
    .filter((sentence) => {
      const words = wordsOf(sentence, language).length;
      return words >= FEWEST_WORDS && words <= MOST_WORDS && !sentence.includes('\n');
    });
  return [...new Set(sentences)];
}

function shuffle<Item>(items: Item[], random: Random): Item[] {
  for (let i = items.length - 1; i > 0; i--) {
    const other = random.below(i + 1);
    [items[i], items[other]] = [items[other]!, items[i]!];
  }
  return items;
}
