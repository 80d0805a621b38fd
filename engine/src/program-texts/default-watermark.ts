// The default watermark. Texts that programs read carry none, because programs can reject invisible
// characters: JSON, tables, settings and code, by the name of the file or because the text is JSON
// or a script. Their bytes stay as they are. Everything else is marked. Signing asks only here,
// whatever the route.
import { readUnits } from '../containers/text/text-units.ts';
import type { MediaFormat } from '../formats/media-format.ts';
import type { WatermarkChoice } from '../watermarks/strength.ts';
import { isJsonText } from './json-text.ts';
import { isProgramName } from './program-names.ts';

export interface WatermarkRequest {
  /** What the caller chose. */
  readonly watermark?: WatermarkChoice | undefined;
  readonly fileName?: string | undefined;
}

export interface ChosenWatermark {
  readonly watermark: WatermarkChoice;
  /** Whether nobody chose it: the content is a text that programs read. */
  readonly isForPrograms: boolean;
}

export function chooseWatermark(format: MediaFormat, content: Uint8Array, request: WatermarkRequest): ChosenWatermark {
  const { watermark, fileName } = request;
  if (watermark !== undefined) return { watermark, isForPrograms: false };
  const isForPrograms = isProgramText(format, content, fileName);
  return { watermark: isForPrograms ? 'none' : 'balanced', isForPrograms };
}

/** The sentence for a text that carries no watermark, because programs read it. */
export function unmarkedForPrograms(hasFingerprint: boolean): string {
  const ways = hasFingerprint ? 'its text or its token' : 'its token';
  return `The file has no watermark, because programs can reject invisible characters in code and data. You can find its record only by ${ways}. To add a watermark, set watermark to balanced.`;
}

function isProgramText(format: MediaFormat, content: Uint8Array, fileName: string | undefined): boolean {
  if (format.kind !== 'text' || !format.watermark) return false;
  if (fileName !== undefined && isProgramName(fileName)) return true;
  if (format.name !== 'plain-text') return false;
  const { units, start } = readUnits(content);
  return units.startsWith('#!', start) || isJsonText(units, start);
}
