/** Groups of words that mean about the same; each group is a direction of its own. */
const groups = [
  ['ferry', 'boat', 'ship', 'vessel', 'sailed', 'crossing'],
  ['grandmother', 'granny', 'ancestor'],
  ['organ', 'harmonium', 'keyboard', 'instrument'],
  ['poor', 'penniless', 'broke', 'destitute', 'money'],
  ['afraid', 'fright', 'terror', 'nerves', 'stage'],
  ['rain', 'storm', 'weather', 'flood'],
]

/** The length of a vector: a direction a group, and one that every text has a little of. */
export const wordListDimensions = groups.length + 1

/** The vector of a text by the words in it. */
export function embedByWordList(text: string): number[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  return [...groups.map((group) => words.filter((word) => group.includes(word)).length), 0.1]
}
