import t from 'tap'
import { readBoundaryCases, readCorrectionPairs, readLabelledTexts } from './quality/labelled.ts'
import { composer, measureComposer, meetsBar, rows } from './quality/table.ts'

t.test(
  'the labelled set is complete: twenty texts of five kinds, sixty answers, a hundred and two hundred pairs',
  async (t) => {
    const texts = readLabelledTexts()
    t.equal(texts.length, 20)
    t.equal(texts.flatMap(({ answers }) => answers).length, 60)
    t.ok(texts.every(({ text, sentences }) => sentences.length > 3 && !/\{[AOUW]/.test(text)))
    t.equal(readCorrectionPairs().length, 100)
    t.ok(readBoundaryCases().flatMap(({ sentences }) => sentences).length >= 200)
  },
)

t.test('the composer meets every bar over the labelled set', async (t) => {
  const result = measureComposer(composer)
  for (const row of rows) t.ok(meetsBar(row, result), `${row.name}: ${row.share(result).join(' of ')}`)
})

t.test('a composer that copies everything meets few', async (t) => {
  const { composeFirstCharacters } = await import('./quality/baselines.ts')
  const result = measureComposer(composeFirstCharacters)
  const missed = rows.filter((row) => !meetsBar(row, result)).map(({ name }) => name)
  t.ok(
    missed.includes('first-person sentences that the artist says') && missed.includes('corrected claims in the text'),
    missed.join('; '),
  )
})
