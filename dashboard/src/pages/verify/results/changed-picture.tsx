// The visitor's picture with its map over it: parts without the watermark, and parts where nothing
// is known. The picture comes from the memory of this tab, and the map is drawn as shapes of its
// cells.
import { useEffect, useId, useState } from 'react';
import { changedPartsTexts as texts } from '../../../texts/verify.ts';
import type { Localization } from './changed-parts.tsx';

type PictureLocalization = Extract<Localization, { kind: 'image' }>;

const states = { unknown: 0, changed: 2 };

interface ChangedPictureProps {
  readonly localization: PictureLocalization;
  readonly name: string;
  readonly content: Blob;
}

export function ChangedPicture({ localization, name, content }: ChangedPictureProps) {
  const address = useObjectAddress(content);
  const pattern = useId();
  const { width, height, map, regions } = localization;
  const values = Uint8Array.from(atob(map.values), (character) => character.charCodeAt(0));
  const [unknown, changed] = [states.unknown, states.changed].map((state) => shapeOf(values, state, map));
  return (
    <figure className="changed-picture">
      <div style={{ aspectRatio: `${width} / ${height}`, maxWidth: `min(100%, calc(70vh * ${width / height}))` }}>
        {address && <img src={address} alt={name} />}
        <svg
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={texts.drawn(regions.length)}
          preserveAspectRatio="none"
        >
          <defs>
            <pattern
              id={pattern}
              width="12"
              height="12"
              patternUnits="userSpaceOnUse"
              patternTransform={scaleOf(width)}
            >
              <path className="hatching" d="M0 12 L12 0" />
            </pattern>
          </defs>
          <path className="unknown-cells" d={unknown} fill={`url(#${pattern})`} />
          <path className="changed-cells" d={changed} />
        </svg>
      </div>
      <figcaption>
        <span>
          <i className="key changed-key" aria-hidden /> {texts.legend.changed}
        </span>
        <span>
          <i className="key unknown-key" aria-hidden /> {texts.legend.unknown}
        </span>
        <span>
          <i className="key marked-key" aria-hidden /> {texts.legend.marked}
        </span>
      </figcaption>
    </figure>
  );
}

function useObjectAddress(content: Blob): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return address;
}

// The distance of the lines is the same on small and large pictures.
function scaleOf(width: number): string {
  return `scale(${width / 900})`;
}

// A rectangle for each run of cells with the same state in a row.
function shapeOf(values: Uint8Array, state: number, { columns, cell }: PictureLocalization['map']): string {
  let shape = '';
  for (let at = 0; at < values.length; at += 1) {
    if (values[at] !== state) continue;
    const [column, row] = [at % columns, Math.floor(at / columns)];
    let end = column + 1;
    while (end < columns && values[at + end - column] === state) end += 1;
    shape += `M${column * cell} ${row * cell}h${(end - column) * cell}v${cell}h${(column - end) * cell}z`;
    at += end - column - 1;
  }
  return shape;
}
