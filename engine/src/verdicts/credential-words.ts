// Texts for what Content Credentials say: actions of C2PA 2.2 §18.15 and digital source types of
// IPTC.

const actions: Readonly<Record<string, string>> = {
  'c2pa.created': 'Created',
  'c2pa.opened': 'Opened from another file',
  'c2pa.placed': 'Another file inserted',
  'c2pa.edited': 'Edited',
  'c2pa.color_adjustments': 'Colors adjusted',
  'c2pa.cropped': 'Cropped',
  'c2pa.resized': 'Resized',
  'c2pa.orientation': 'Rotated or mirrored',
  'c2pa.filtered': 'Filter applied',
  'c2pa.drawing': 'Drawn on',
  'c2pa.converted': 'Saved in another format',
  'c2pa.transcoded': 'Encoded again',
  'c2pa.repackaged': 'Repackaged',
  'c2pa.published': 'Published',
  'c2pa.redacted': 'Information removed',
  'c2pa.watermarked': 'Watermark added',
  'c2pa.unknown': 'Unknown action',
};

const sources: Readonly<Record<string, string>> = {
  trainedAlgorithmicMedia: 'with AI',
  compositeWithTrainedAlgorithmicMedia: 'partly with AI',
  algorithmicMedia: 'by a program without AI',
  digitalCapture: 'with a camera or recorder',
  computationalCapture: 'with a computational camera',
  digitalArt: 'by a person with a digital tool',
  digitalCreation: 'by a person with a digital tool',
  compositeCapture: 'from several recordings',
  humanEdits: 'by a person',
  negativeFilm: 'from film',
  positiveFilm: 'from film',
  print: 'from a print',
  screenCapture: 'from a screen',
};

export function actionInWords({ action, source_type }: { action: string; source_type?: string | undefined }): string {
  const words = actions[action] ?? action;
  const source = source_type && sources[source_type];
  return source ? `${words} ${source}` : words;
}
