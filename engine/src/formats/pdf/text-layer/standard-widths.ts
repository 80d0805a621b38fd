// Widths for fonts that do not state any: near those of Helvetica, Times and Courier (ISO 32000-2
// §9.6.2.2). That is enough to see where words end.

// From the space to the tilde: one character for each width, in fiftieths of the size, from "0".
const helvetica = '>>BLL\\Q:AACM>A>>LLLLLLLLLL>>MMMLcQQTTQOWT>IQLZTWQWTQOTQ_QQO>>>GLALLILL>LL;;I;ZLLLLAI>LITIIIA=AM';
const times = '<ADIIZW9AAIL<A<>IIIIIIIIII>>LLLF^TQQTOLTTACTO\\TTLTQLOTT_TTOA>AGIAFIFIFAII>>I>WIIIIAC>IITIIFH:HK';
const ofOther = 0.5;
const ofCourier = 0.6;

/** Shares of the font size, for a code of a Latin encoding. */
export function standardWidth(baseFont: string, code: number): number {
  if (/Courier|Mono/i.test(baseFont)) return ofCourier;
  const widths = /Times|Serif|Roman/i.test(baseFont) ? times : helvetica;
  const width = widths.charCodeAt(code - 32);
  return Number.isNaN(width) ? ofOther : (width - 48) / 50;
}
