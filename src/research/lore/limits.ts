/** UTF-16 code units of a Lore text. The contract's bound counts code points, of which a text never has more. */
export const loreCharsMax = 20_000

/** UTF-16 code units of a composed page: there is room above it for a model's overview and its mark. */
export const composedCharsMax = loreCharsMax - 3_000

/** UTF-16 code units that are read at once. */
export const pageChars = 20_000

/** UTF-16 code units of sources that one slice reads, beside the windows that questions cite: four novels. */
export const readCharsMax = 2_000_000

/** The artist's own posts that a page shows beside those that a question cites. */
export const postsMax = 5
