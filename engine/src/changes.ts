// Where content no longer carries its mark, as each kind of content measures it.
import type { TextChanges } from './formats/plain-text/changed-paragraphs.ts';
import type { TimeChanges } from './watermarks/dct-audio/localize.ts';
import type { PictureChanges } from './watermarks/dct-image/localize/localize.ts';

export type Changes =
  | ({ readonly kind: 'image' } & PictureChanges)
  | ({ readonly kind: 'audio' | 'video' } & TimeChanges)
  | ({ readonly kind: 'text' } & TextChanges);
