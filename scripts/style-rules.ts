// The words and patterns of docs/style.md that a program can find. A test reads the tables of that
// page and fails if a word there has no rule here.

export interface StyleRule {
  readonly pattern: RegExp;
  /** What to write instead. */
  readonly use: string;
  /** A sentence that breaks the rule, for its test. */
  readonly example: string;
}

export const styleRules: readonly StyleRule[] = [
  {
    pattern: /\b(?:whos?(?:o|e)?ever|whomever|nobody who)\b/i,
    use: 'you, anyone who, a caller that',
    example: 'Whoever has the key can sign.',
  },
  { pattern: /\b(?:shall|must needs)\b/i, use: 'must, can, will', example: 'Choose what it shall send.' },
  { pattern: /\b(?:anew|afresh)\b/i, use: 'again', example: 'The count starts anew.' },
  {
    pattern: /\b(?:(?:is|are|be|was|were|been) told|hears? of)\b/i,
    use: 'receives, gets',
    example: 'The endpoint is told at once.',
  },
  {
    pattern: /\b(?:stands|lies)\b/i,
    use: 'is, means, is stored',
    example: 'The limit stands in the header.',
  },
  {
    pattern: /\b(?:holds|bears)\b/i,
    use: 'contains, has, carries, manages',
    example: 'A bundle holds the key.',
  },
  {
    pattern: /\b(?:in vain|for good|as good as)\b/i,
    use: 'without success, permanently, almost',
    example: 'The key is revoked for good.',
  },
  {
    pattern: /\bof (?:its|their|our|your|his|her) own\b/i,
    use: 'its own, that we generate',
    example: 'The sandbox has data of its own.',
  },
  {
    pattern: /\b(?:thereof|wherein|hitherto|lest|ere)\b/i,
    use: 'of it, in which, so far, so that … not, before',
    example: 'The hash thereof is signed.',
  },
  {
    pattern: /(?<!\band )\banswers\b(?! to\b)/i,
    use: 'returns, responds, responses',
    example: 'The service answers 404.',
  },
  {
    pattern: /(?:^|[.!?:;]\s+)Of (?:its|the|their|these|those)\b/,
    use: 'a sentence that starts with its subject',
    example: 'Of its two marks, one is neural.',
  },
  { pattern: /\be-mails?\b/i, use: 'email', example: 'Enter your e-mail address.' },
  {
    pattern: /\b(?:a|an|the|this|every|each|your) mail\b(?! (?:server|outbox|queue))/i,
    use: 'email',
    example: 'The link in the mail expires.',
  },
  {
    pattern:
      /\b(?:colours?|behaviours?|catalogues?|cancell(?:ed|ing)|honours?|neighbour\w*|grey|cent(?:re|red)|licences?|(?:quant|recogn|normal)is\w+)\b/i,
    use: 'American spelling: color, behavior, catalog, canceled',
    example: 'The invite was cancelled.',
  },
];

/** Only for comments and test names: texts for users have other uses for some of these words. */
export const commentRules: readonly StyleRule[] = [
  {
    pattern: /\b(?:none|nothing|anything|everything|all) but\b|\bbut for\b/i,
    use: 'only, except',
    example: 'It accepts nothing but the token.',
  },
  { pattern: /\balike\b/i, use: 'the same, similar', example: 'Both databases serve alike.' },
  { pattern: /\bbeside\b/i, use: 'next to, besides', example: 'The lock is beside the file.' },
  { pattern: /\bas far as\b/i, use: 'if, up to', example: 'Files are read as far as they go.' },
  {
    pattern: /\b(?:in the midst of|for want of|for ever)\b/i,
    use: 'during, without, forever',
    example: 'It waits for ever.',
  },
  { pattern: /\bmay\b/, use: 'can, is possibly', example: 'A caller may send it twice.' },
  { pattern: /\bsought\b/i, use: 'searched', example: 'The mark is sought in three places.' },
  {
    pattern: /(?<!\bthere )\b(?:is|are) no (?!longer|more|less|fewer|better|worse|larger|smaller|later)/i,
    use: 'is not a',
    example: 'A value that is no key is refused.',
  },
  {
    pattern: /(?:^|(?:[.!?]|\/\/|\*)\s+)Of [a-z]/,
    use: 'a sentence that starts with its subject',
    example: 'Of every picture, one copy is kept.',
  },
];

export interface StyleBreach {
  /** Counted from 0, in the text given. */
  readonly at: number;
  readonly found: string;
  readonly use: string;
}

/** Code in backticks is not prose: fields and paths keep their names. */
export function findBreaches(text: string, rules: readonly StyleRule[] = styleRules): StyleBreach[] {
  const prose = text.replaceAll(/`[^`\n]*`/g, (code) => ' '.repeat(code.length));
  return rules.flatMap(({ pattern, use }) =>
    [...prose.matchAll(new RegExp(pattern, `${pattern.flags}gm`))].map((found) => ({
      at: found.index,
      found: found[0].trim(),
      use,
    })),
  );
}
