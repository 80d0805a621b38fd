// How strongly a picture is marked, as the caller asks for it.

export type WatermarkStrength = 'faint' | 'balanced' | 'strong';

/** none: the content carries its token alone. */
export const watermarkChoices = ['balanced', 'strong', 'faint', 'none'] as const;
export type WatermarkChoice = (typeof watermarkChoices)[number];

/** A factor for the usual amplitude of both marks. */
export const amplitudeOf: Readonly<Record<WatermarkStrength, number>> = { faint: 0.7, balanced: 1, strong: 1.6 };

/**
 * The same for video: the encoder removes much of a mark, and each frame is visible for a moment
 * only.
 */
export const videoAmplitude = { resilient: 2, neural: 2.5 } as const;
