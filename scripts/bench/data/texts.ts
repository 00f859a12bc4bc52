import { createRandom } from '../random.ts'

/*
 * Texts made from word statistics: words of syllables, the n-th of them as frequent as in English (Zipf), in sentences
 * and paragraphs of usual lengths. The same ones in every run.
 */

const onsets = 'b br c ch d dr f fl g gr h j k l m n p pl qu r s sh st t tr v w'.split(' ')
const vowels = 'a e i o u ai ea oo ou'.split(' ')
const ends = ['', '', '', 'n', 'r', 's', 't', 'l', 'm', 'nd', 'st', 'ck']

/** Distinct words; an artist's interviews have about as many. */
const wordsMany = 12_000
const wordsPerSentence = { least: 5, most: 24 }
const sentencesPerParagraph = 6

export type Texts = { text: (chars: number) => string }

/** A source of texts. */
export function generateTexts(seed: number): Texts {
  const random = createRandom(seed)
  const pickOne = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const drawBetween = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  const drawSyllable = () => pickOne(onsets) + pickOne(vowels) + pickOne(ends)
  const words = [...makeDistinct(wordsMany, () => Array.from({ length: drawBetween(1, 3) }, drawSyllable).join(''))]
  // The inverse of Zipf's distribution function: exp of an even number is as often small as the frequent words are.
  const drawWord = () => words[Math.floor(Math.exp(random() * Math.log(words.length))) - 1] as string
  const drawSentence = () => {
    const said = Array.from({ length: drawBetween(wordsPerSentence.least, wordsPerSentence.most) }, drawWord).join(' ')
    return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`
  }
  return {
    text: (chars) => {
      let text = ''
      for (let count = 1; text.length < chars; count += 1)
        text += drawSentence() + (count % sentencesPerParagraph === 0 ? '\n\n' : ' ')
      return text.slice(0, chars)
    },
  }
}

function makeDistinct(count: number, make: () => string): Set<string> {
  const made = new Set<string>()
  while (made.size < count) made.add(make())
  return made
}
