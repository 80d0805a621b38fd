// How strongly a picture is marked, as the caller asks for it.

export const watermarkStrengths = ['faint', 'balanced', 'strong'] as const;
export type WatermarkStrength = (typeof watermarkStrengths)[number];

/** Against the usual amplitude, of both marks. */
export const amplitudeOf: Readonly<Record<WatermarkStrength, number>> = { faint: 0.7, balanced: 1, strong: 1.6 };
