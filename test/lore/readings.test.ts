import t from 'tap'
import { readClaim } from '#plugins/lore/rules.ts'
import { buildAnswer, cite, composePage, storeText } from './compose-page.ts'

const compose = async (sourceText: string, answer: string, quote: string) => {
  const source = storeText(1, sourceText)
  const answers = [buildAnswer(1, answer, { references: [cite(source, quote)] })]
  return (await composePage({ artistName: 'Mara Quill', texts: [source, ...others], answers })).text
}
const sold = 'sold the harmonium of the chapel to a sailor from Hull in the winter of the flood.'
const others = [storeText(2, `Mara Quill ${sold}`)]
const read = (answer: string) => compose('Mara Quill sang in the chapel. It was cold.', answer, 'sang in the chapel')

t.test('only what an answer denies is denied: emphasis and the clauses beside a denial are not', async (t) => {
  for (const said of [
    `I was never a prodigy, whatever they say; I ${sold}`,
    `No doubt I ${sold}`,
    `I not only ${sold}`,
    'I sold nothing less than the harmonium of the chapel to a sailor from Hull in the winter of the flood.',
  ]) {
    const text = await read(said)
    t.match(text, said)
    t.match(text, `Mara Quill ${sold}`, said)
  }
  t.notMatch(await read(`I never ${sold}`), `Mara Quill ${sold}`, 'what is denied is printed nowhere else')
})

t.test('a passage of white space or of characters that are not seen cannot be corrected', async (t) => {
  for (const blank of [' \n', '\u0085', '\u200b', '\u00ad\u2060', '\u3164\ufe0f', '\u202e '])
    t.throws(() => readClaim(`a${blank}b`, { start: 1, end: 1 + blank.length }), { code: 'invalid_request' })
  t.equal(readClaim('a\u200bbc', { start: 1, end: 3 }), '\u200bb')
})
