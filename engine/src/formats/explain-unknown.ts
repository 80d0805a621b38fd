// Explains why content of unknown format is refused, and what to do about it if the bytes allow a
// guess.
import { readUnits } from '../containers/text/text-units.ts';

const examined = 4096;
const machineText = /^\s*(?:<\?xml|<!DOCTYPE|<svg|\{\\rtf|%!PS)/i;
// All controls except those that lay out text. Other charsets use 0x80 to 0x9F, so these do not
// count.
const control = /[^\t-\r -~\u0080-\u00ff]/;

export function explainUnknown(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'The content is empty.';
  const { units } = readUnits(bytes.subarray(0, examined));
  if (machineText.test(units))
    return 'The service cannot sign XML, SVG, RTF or PostScript, because an invisible watermark would break them. Export the content as PDF, HTML or plain text.';
  if (!control.test(units) || isWideText(units)) {
    return 'The content looks like text, but it is not UTF-8 or UTF-16 with a byte order mark. Save it as UTF-8.';
  }
  return 'The service cannot sign this format. Send a supported format, such as JPEG, PNG, WebP, MP3, WAV, MP4, PDF or plain text.';
}

// UTF-16 of Latin letters without a byte order mark: every other byte is zero.
function isWideText(units: string): boolean {
  return /^(?:[\t-\r -~]\0)+$/.test(units) || /^(?:\0[\t-\r -~])+$/.test(units);
}
