// A text as content to verify.
import type { NamedContent } from '../../api/upload-list.ts';
import { verifyTexts as texts } from '../../texts/verify.ts';

/** Fields end lines with CRLF, but a pasted text probably ended its lines with LF. */
export function textAsContent(text: string): NamedContent {
  return { name: texts.pasteName, content: new Blob([text.replaceAll('\r\n', '\n')], { type: 'text/plain' }) };
}
