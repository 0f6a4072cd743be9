/** Format 1 covers the entries alone. Format 2 covers the head, too, as the first leaf (docs/proof.md, 3). */
export const sealFormats = [1, 2] as const
export type SealFormat = (typeof sealFormats)[number]
