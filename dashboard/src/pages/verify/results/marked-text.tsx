// The visitor's own text, with marks for words that a record has too and for words that it does
// not have. React escapes the text. Marks differ in more than color, on paper too, and screen
// readers hear where they begin and end.
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { textMatchTexts as texts } from '../../../texts/text-matches.ts';
import { type Part, type Piece, type PieceState, piecesOf } from './text-pieces.ts';

const states = ['kept', 'changed', 'added'] as const;

interface MarkedTextProps {
  readonly text: string;
  readonly parts: readonly Part[];
  /** Then the other words stand out, otherwise these. */
  readonly isMostlyKept: boolean;
}

export function MarkedText({ text, parts, isMostlyKept }: MarkedTextProps) {
  const legend = useId();
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => showFirst(box.current!, isMostlyKept), [isMostlyKept]);
  const shown = states.filter((state) => parts.some((part) => part.state === state));
  return (
    <div className={isMostlyKept ? undefined : 'mostly-other'}>
      <ul className="text-legend" id={legend}>
        {shown.map((state) => (
          <li key={state}>
            <span className={`words words-${state}`}>{texts.states[state]}</span>
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: otherwise the keyboard cannot scroll it */}
      <section ref={box} className="marked-text" aria-label={texts.yourText} aria-describedby={legend} tabIndex={0}>
        {piecesOf(text, parts).map((piece) => (
          <Words key={piece.start} piece={piece} />
        ))}
      </section>
    </div>
  );
}

/** Scrolls the box, not the page. */
function showFirst(box: HTMLElement, isMostlyKept: boolean): void {
  const first = box.querySelector<HTMLElement>(isMostlyKept ? '.words-changed, .words-added' : '.words-kept');
  if (first) box.scrollTop = first.offsetTop - box.clientHeight / 4;
}

/** On words that replace the button with the focus. */
function focusOn(words: HTMLElement | null): void {
  words?.focus({ preventScroll: true });
}

function Words({ piece: { state, text, isFolded } }: { readonly piece: Piece }) {
  const [isOpen, setIsOpen] = useState(!isFolded);
  if (!isOpen) {
    return (
      <button type="button" className="text-fold" onClick={() => setIsOpen(true)}>
        {texts.more[state](text.length.toLocaleString('en'))}
      </button>
    );
  }
  if (state === 'between' && !isFolded) return text;
  const Element = elements[state];
  return (
    <Element
      className={`words words-${state}`}
      {...spokenAround(state)}
      {...(isFolded && { ref: focusOn, tabIndex: -1 })}
    >
      {text}
    </Element>
  );
}

const elements = { kept: 'span', changed: 'mark', added: 'ins', between: 'span' } as const;

function spokenAround(state: PieceState) {
  if (state !== 'changed' && state !== 'added') return {};
  return { 'data-before': texts.spoken[state], 'data-after': texts.spoken.end };
}
