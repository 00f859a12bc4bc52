import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import { readBlocks } from './blocks.ts'
import { givesRevisions, guide, languages, questions, revisionQuestions, testLanguage } from './citing/test-language.ts'

t.test('the guide is in four languages, and the vectors cover enough', async (t) => {
  for (const [name, { fence }] of Object.entries(languages)) {
    t.equal(readBlocks(guide, fence).length, givesRevisions.has(name) ? 2 : 1, name)
  }
  t.ok(questions.length > 1_000, `${questions.length} windows and quotes`)
  t.ok(questions.some(({ line, answer }) => line.startsWith('window') && answer === '-'))
  t.ok(revisionQuestions.length > 0)
})

testLanguage(t, 'TypeScript')

t.test('the reference in the guide holds on the samples, by the code of the guide', async (t) => {
  const [reference] = readBlocks(guide, 'json').map((code) => JSON.parse(code))
  const folder = t.testdir({ 'citing.ts': readBlocks(guide, 'ts').join('\n') })
  const { locate, revisionOfSource, windowOf } = await import(join(folder, 'citing.ts'))
  const text = readFileSync(
    new URL('../../scripts/samples/texts/night-ferry-programme-41.txt', import.meta.url),
    'utf8',
  )
  t.equal(revisionOfSource(sampleIdentities.artistId, reference.sourceId, text), reference.revision)
  t.equal(windowOf(text, reference.start, reference.end), reference.quote)
  t.same(locate(text, reference.quote), [reference.start, reference.end])
})
