import { sql } from 'kysely'
import t from 'tap'
import { readFoundPassages } from '#plugins/knowledge/searchArtistEvidence.ts'
import { parseQuery } from '#src/evidence/search/parse-query.ts'
import { listPostings } from '#src/evidence/search/queries.ts'
import { searchEvidence } from '#src/evidence/search/search-evidence.ts'
import { buildSpellingPattern, computeSimilarity } from '#src/evidence/search/spelling.ts'
import { tokenizeForSearch, tokenizeSymbols } from '#src/evidence/search/tokenize.ts'
import { computeEditDistance } from '#src/text/edit-distance.ts'
import { stemWord } from '#src/text/stemmer.ts'
import { pluck } from '../support/pluck.ts'
import { changeSource } from '../support/sources.ts'
import type { Loose } from '../support/test-context.ts'
import { createSearchContext } from './evidence.ts'

t.test('inflected forms share a stem, words that only look alike do not', async (t) => {
  for (const forms of [
    'sing sings singing sang sung',
    'study studies studied studying',
    'practise practice practised practising',
    'child children',
    'stop stopped stopping',
    'hope hopes hoped hoping',
    'analyse analyzes analysed',
    'use used using',
    'colour colors colored',
    'fuel fueled fuelled',
    'box boxes',
    'leave left leaving',
    'agree agreed agreeing',
    'grey gray',
    'programme program',
    'defence defenses',
    'offences offense',
    'licence license',
    'organise organizing',
    'theatres theater',
  ]) {
    const stems = forms.split(' ').map(stemWord)
    t.equal(new Set(stems).size, 1, `${forms}: ${stems}`)
  }
  for (const pair of 'bus busy|bass base|hour hor|tours tors|flour flor|need ne|string str|king k|나이 나는'.split(
    '|',
  )) {
    const [one, other] = pair.split(' ').map(stemWord)
    t.not(one, other, pair)
  }
})

t.test('a misspelling is a letter too many, too few, wrong, or two exchanged; short words allow none', async (t) => {
  t.equal(computeEditDistance('harmonium', 'harmonium'), 0)
  t.equal(computeEditDistance('harmonium', 'harmonuim'), 1)
  t.equal(computeEditDistance('organ', 'orga'), 1)
  t.equal(computeEditDistance('', 'abc'), 3)
  t.equal(computeSimilarity('bass', 'base'), 0)
  t.equal(computeSimilarity('organ', 'borgan'), 0)
  t.ok(computeSimilarity('harmonuim', 'harmonium') > 0.8)
  t.equal(computeSimilarity('harmonium', 'pandemonium'), 0)
  t.equal(buildSpellingPattern('20870'), undefined, 'a number is no misspelling of another')
  const patterns = ['organ', 'trumpet', 'harmonic'].map((word) => Object.values(buildSpellingPattern(word) ?? {}))
  t.same(patterns.map(String), ['organ,or,nag,4,6', 'trumpet,tru,tep,6,8', 'harmonic,har,cin,6,10'])
})

t.test('the parts of compounds, contractions and initials are words, and their whole; no possessive s', async (t) => {
  const words = (text: string) => tokenizeForSearch(text).map(({ word }) => word)
  const parts = 'ruskin d annunzio dannunzio rock n roll rocknroll'
  t.equal(words("Ruskin's d’Annunzio rock'n'roll").join(' '), parts)
  const [half, longest] = ['a'.repeat(30), 'a'.repeat(60)]
  t.same(words(`${half}-${half} ${longest} ${longest}a`), [half, half, longest, longest], 'at most sixty units')
  t.same(tokenizeSymbols(`${'!'.repeat(60)} ${'?'.repeat(61)}`), [{ word: '!'.repeat(60), start: 0, parts: 1 }])
  t.same(words('_soft_ hip-hop post\u2011punk'), ['soft', 'hip', 'hop', 'hiphop', 'post', 'punk', 'postpunk'])
  const initials = 'r e m rem ac dc acdc and 1000 more no one noone'
  t.equal(words('R.E.M., AC/DC and 1,000 more — no-one').join(' '), initials)
  t.same(words('1,50'), ['1,50'], 'a comma before decimals stays')
  t.same(words('neigh\u200bbour\u200bhood').at(-1), 'neighbourhood')
})

t.test('a query has its informative words, without the own name, and its compounds', async (t) => {
  const { terms, compounds } = parseQuery('How many red pump-organs did Ivo Lantern own?', 'Ivo Lantern')
  t.same(pluck(terms, 'word'), ['red', 'pump', 'organs'])
  t.same(Object.fromEntries(compounds), { redpump: terms.slice(0, 2), pumporgan: terms.slice(1) })
  t.same(pluck(parseQuery('Ivo Lantern', 'Ivo Lantern').terms, 'word'), ['ivo', 'lantern'])
  t.same(parseQuery('word '.repeat(100), '').terms.length, 1)
  const question = Array.from({ length: 25 }, (_, n) => `tide${n}`)
  t.same(pluck(parseQuery(question.join(' '), '').terms, 'word'), question.slice(0, 24), 'of a long question the start')
})

const reader = { kind: 'research_key' } as const

t.test('of frequent words a bounded number of postings is read, of rare words all', async (t) => {
  const { db, artistId, addText, found } = await createSearchContext(t)
  const refrain = 'La bell. '
  const rare = 'The zither bell was blue.'
  await addText(refrain.repeat(30_000))
  await addText(`${refrain.repeat(10_000)}${rare} ${refrain.repeat(10_000)}`)
  // Each search adds some postings to the index.
  for (let search = 0; search < 5; search += 1) await found('zither')
  const scope = { caller: reader, artistId, kind: undefined }
  const postings = await listPostings(db, scope, 'word', ['la', 'bell', 'zither'])
  const listPlaces = (word: string) =>
    postings
      .filter((posting) => posting.word === word)
      .reduce((sum, { sentences }) => sum + sentences.split(',').length, 0)
  t.equal(Math.max(...postings.map(({ sentences }) => sentences.split(',').length)), 128, 'of one segment')
  t.ok(listPlaces('bell') > 1_000)
  t.equal(listPlaces('zither'), 1)
  t.equal(postings.find(({ word }) => word === 'bell')?.total, 50_001, 'its total is known all the same')
  t.match((await found('zither bell'))[0], /zither/)
})

t.test('of words that are too frequent to be read whole, about equally much is read', async (t) => {
  const { db, artistId, addText, found } = await createSearchContext(t)
  const { sourceId } = await addText('The sea song of the zither.')
  await found('zither')
  // As in a library of four hundred books; the commonest word has no other spelling to be found by.
  await sql`
    insert into search_postings (artist_id, stem, word, source_id, segment, sentences)
    select ${artistId}, word, word, ${sourceId}, segment, '{1,2}'
    from unnest(array['sea', 'song']) as word, generate_series(1, case word when 'sea' then 2500 else 3000 end) as segment`.execute(
    db,
  )
  const scope = { caller: reader, artistId, kind: undefined }
  const postings = await listPostings(db, scope, 'word', ['sea', 'song', 'zither'])
  t.equal(postings.length, 2_000)
  const rowsByWord = Map.groupBy(postings, ({ word }) => word)
  t.equal(rowsByWord.get('zither')?.length, 1)
  for (const word of ['sea', 'song']) t.ok((rowsByWord.get(word)?.length ?? 0) > 900, word)
  t.match(await found('sea song'), [/sea song/])
})

t.test('a search ranks without a connection, and reads a passage in the revision that it was found in', async (t) => {
  const { db, artistId, addText } = await createSearchContext(t)
  const { sourceId } = await addText('The zither was blue.')
  const scope = { caller: reader, artistId, kind: undefined }
  const { passages } = await searchEvidence(db, scope, { query: 'zither', limit: 5, maxChars: 1_000 })
  t.match(passages, [{ sourceId, start: 0, end: 20 }])
  const read = () => readFoundPassages(db, reader as Loose, artistId, passages)
  t.match(await read(), [{ text: 'The zither was blue.' }])
  await changeSource(db, { is_private: true }, sourceId)
  t.same(await read(), [], 'nor of a source that is not eligible any more')
  await changeSource(db, { is_private: false }, sourceId)
  const stranger = { kind: 'user', subject: 'stranger' } as const
  const refused = readFoundPassages(db, stranger, artistId, passages)
  await t.rejects(refused, { code: 'not_your_artist' }, 'nor for a caller whose claim ended in between')
  await addText('Another text of the same length.', { sourceId })
  t.same(await read(), [])
})
