// The preview of a file next to its result.
import type { Preview } from './preview.ts';

export function PreviewPicture({
  preview,
  size,
}: {
  readonly preview: Preview | null;
  readonly size: 'small' | 'large';
}) {
  const { picture, waveform, lines } = preview ?? {};
  // The file name is next to it, so the picture needs no text.
  return (
    <div className={`preview preview-${size}`} aria-hidden="true">
      {picture && <img src={picture} alt="" />}
      {waveform && (
        <svg aria-hidden="true" viewBox={`0 0 ${waveform.length * 2} 40`} preserveAspectRatio="none">
          <path
            d={waveform.map((loud, column) => `M${column * 2 + 1} ${20 - loud * 18}v${loud * 36 + 0.5}`).join('')}
          />
        </svg>
      )}
      {lines && <pre>{lines.join('\n')}</pre>}
      {!picture && !waveform && !lines && (
        <svg aria-hidden="true" viewBox="0 0 48 48" className="preview-none">
          <path d="M14 8h14l8 8v24H14zM28 8v8h8" />
        </svg>
      )}
    </div>
  );
}
