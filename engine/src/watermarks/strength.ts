// How strongly a picture is marked, as the caller requests.

export type WatermarkStrength = 'faint' | 'balanced' | 'strong';

/** none: the content carries only its token. */
export const watermarkChoices = ['balanced', 'strong', 'faint', 'none'] as const;
export type WatermarkChoice = (typeof watermarkChoices)[number];

/** A factor for the default amplitude of both marks. */
export const amplitudeOf: Readonly<Record<WatermarkStrength, number>> = { faint: 0.7, balanced: 1, strong: 1.6 };

/**
 * The same for video: the encoder removes much of a mark, and each frame is visible only for a
 * moment.
 */
export const videoAmplitude = { resilient: 2, neural: 2.5 } as const;
