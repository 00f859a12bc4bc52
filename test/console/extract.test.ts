import t from 'tap'
import { findExtract } from '#src/clients/console/page/text/extract.ts'
import { findQueryMatches } from '#src/clients/console/page/text/query-matches.ts'

const extractOf = (text: string, query: string, unitsMax = 60) => {
  const { start, end } = findExtract(text, findQueryMatches(text, query), unitsMax)
  return text.slice(start, end)
}

const story =
  'It rained on the roof. The organ was tuned in March. She sold the boat. Nobody has seen it since the spring.'

t.test('an extract is whole sentences that begin with the first match', async (t) => {
  t.equal(extractOf(story, 'organ'), 'The organ was tuned in March. She sold the boat.')
  t.equal(extractOf(story, 'spring boat'), 'She sold the boat. Nobody has seen it since the spring.', 'both words')
  t.equal(extractOf(story, 'spring'), 'Nobody has seen it since the spring.', 'the last sentence')
  t.equal(
    extractOf(story, 'trumpet'),
    'It rained on the roof. The organ was tuned in March.',
    'no match: its beginning',
  )
  const headed = `The organ\n\nCourier, 1998\n\n${story} The organ has eleven stops.`
  t.equal(extractOf(headed, 'organ stop'), 'The organ has eleven stops.', 'where the words stand together')
  t.equal(extractOf('A short text.', 'text'), 'A short text.')
})

t.test('of a sentence that is too long, an extract is whole words around the match', async (t) => {
  const speech = `${'and so on '.repeat(20)}until the harmonium wheezed ${'and so on '.repeat(20)}`
  const extract = extractOf(speech, 'harmonium')
  t.match(extract, /\bharmonium\b/)
  t.ok(extract.length <= 60 && extract.length > 40, `${extract.length} units`)
  t.notMatch(extract, /^\s|\s$/)
  t.ok(` ${speech} `.includes(` ${extract} `), 'no word is cut')
  const faces = `${'😀 '.repeat(200)}bell`
  t.match(extractOf(faces, 'bell'), /^(😀 )+bell$/)
})
