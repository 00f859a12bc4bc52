/** Scripts that part words with spaces: in others an invisible space is where a word ends. */
const zeroWidthSpace =
  /(?<=[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Inherited}])\u200b/gu

/**
 * The text for the word segmenter, unit for unit as long: an invisible space within a word, which copying from a web
 * page leaves there, becomes a soft hyphen, which parts no word.
 */
export const closeWords = (text: string): string => text.replace(zeroWidthSpace, '\u00ad')

/** Whether a text is of white space and characters that are not seen, as the contract's patterns have them. */
export const isBlank = (text: string): boolean => /^[\s\x85\u2800\p{Default_Ignorable_Code_Point}]*$/u.test(text)
