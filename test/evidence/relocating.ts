import type { Random } from '../text/seed.ts'

const letters = 'abcdefghijklmnopqrstuvwxyzéñøžжщ'
/** A word without meaning. */
export const anyWord = (random: Random) =>
  Array.from({ length: 2 + random.below(9) }, () => random.pick([...letters])).join('')
/** Meaningless prose: words that hardly ever repeat, with the signs and line breaks of a text. */
export const generateProse = (random: Random, words: number) =>
  Array.from(
    { length: words },
    () => anyWord(random) + random.pick([' ', ' ', ' ', ', ', '. ', '\n', ' – “', '” ']),
  ).join('')
