import t from 'tap'
import { fromUtf16, toUtf16 } from '#src/text/utf16.ts'
import { isLockAwaited } from '../support/citus.ts'
import { holdLocks } from '../support/locks.ts'
import { changeSource } from '../support/sources.ts'
import { buildCitation, createTestContext, type Loose } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'

const context = await createTestContext(t)

const before = 'She kept take four. “The kettle rattles on the second verse,” she said. Then the bell.'
const quote = '“The kettle rattles on the second verse,” she said.'

/** Asks for the new place of a reference, with what a client has of it except the quote. */
function relocate(reference: Loose, subject = 'owner', { artistId, call } = context) {
  const { sourceId, revision, start, end } = reference
  const query = new URLSearchParams({ cited: sourceId, revision, start, end })
  return call(subject, 'GET', `/api/artist/${artistId}/research/references/relocate?${query}`)
}

const revised = async (text: string) => {
  const source = await context.addSource(before)
  await context.addSource(text, { sourceId: source.sourceId })
  return buildCitation(source, quote)
}

const none = { status: 'ok', reference: null, score: 0, exact: false }

t.test('words that only moved are found unchanged, ready to be cited', async (t) => {
  const text = `A new beginning 😀. ${before}`
  const stale = await revised(text)
  const sourceId = `vault:${stale.sourceId.slice(6).toUpperCase()}`
  const { status, body } = await relocate({ ...stale, sourceId })
  t.equal(status, 200)
  t.hasStrict(body, { status: 'ok', score: 1, exact: true })
  t.equal(body.reference.start, text.indexOf(quote))
  t.equal(body.reference.quote, quote)
  t.not(body.reference.revision, stale.revision)
})

t.test('slightly changed words are found in their new wording, with a score', async (t) => {
  const stale = await revised('Then, later: “The kettle rattles on the third verse,” she said.')
  const { reference, score, exact } = (await relocate(stale)).body
  t.equal(reference.quote, '“The kettle rattles on the third verse,” she said.')
  t.ok(score > 0.8 && score < 1, String(score))
  t.equal(exact, false)
  const atStart = await relocate(await revised(quote.replace('second', 'third')))
  t.equal(atStart.body.reference.start, 0)
  for (const sign of ['!', '!!']) {
    const near = await revised(`${'🎹'.repeat(700)}${quote.replace('second', 'third')}${sign}${'🎹'.repeat(700)}`)
    t.match(await relocate(near), { status: 200, body: { reference: { sourceId: near.sourceId } } })
  }
})

t.test('the exact words nearest to the old place are found, also across the parts of a reading', async (t) => {
  for (const at of [65_520, 65_536, 131_070]) {
    const stale = await revised(`${quote} ${'x'.repeat(at)} ${quote} and on. ${quote}`)
    t.match((await relocate(stale)).body, { exact: true, reference: { start: 0 } })
  }
  const across = await revised(`${'x'.repeat(65_520)} ${quote}`)
  t.match((await relocate(across)).body, { exact: true, reference: { start: 65_521 } })
  const far = await context.addSource(`${'x'.repeat(65_520)} ${quote}`)
  const text = `${quote} ${'x'.repeat(65_500)} ${quote} and on. ${quote}`
  await context.addSource(text, { sourceId: far.sourceId })
  const { body } = await relocate(buildCitation(far, quote))
  t.match(body, { exact: true, reference: { start: text.indexOf(quote, 9) } })
})

t.test('words that only begin alike are not the ones, however near they are', async (t) => {
  const words = `${quote} ${'It went on through the whole verse, and nobody minded it. '.repeat(3)}`
  const old = await context.addSource(words)
  const text = `${words.slice(0, -20)}${'x'.repeat(70_000)} ${words}`
  await context.addSource(text, { sourceId: old.sourceId })
  const { body } = await relocate(buildCitation(old, words))
  t.match(body, { exact: true, reference: { start: text.length - words.length, end: text.length } })
})

t.test('halves of two characters are not one of the words, though their bytes are', async (t) => {
  const apart = 'x'.repeat(70_000)
  const old = await context.addSource(`${apart} ${quote}`)
  const shifted = fromUtf16(Buffer.from([0x41, ...toUtf16(quote), 0x4e]))
  const text = `${apart} ${shifted} ${apart} ${quote}`
  await context.addSource(text, { sourceId: old.sourceId })
  const { body } = await relocate(buildCitation(old, quote))
  t.match(body, { exact: true, reference: { start: text.length - quote.length, end: text.length } })
})

t.test('a text without these words has no place for them, nor has a source without a text', async (t) => {
  const stale = await revised('Nothing in here is about any of that: it is a list of towns.')
  t.same((await relocate(stale)).body, none)
  await changeSource(context.db, { revision: null }, stale.sourceId)
  t.same((await relocate(stale)).body, none)
})

t.test('a citation of the current revision keeps its window, also where the words are repeated', async (t) => {
  const text = `${quote} ${quote}`
  const source = await context.addSource(text)
  const second = { ...buildCitation(source, quote), start: quote.length + 1, end: text.length }
  t.same((await relocate(second)).body, { status: 'ok', reference: second, score: 1, exact: true })
})

t.test('what is not there is 404: an unknown source, an unknown revision, no window of it', async (t) => {
  const stale = await revised(`Foreword. ${before}`)
  const long = await context.addSource('🔔'.repeat(1_700))
  const unnamed: Record<string, Loose> = {
    'an unknown source': { ...stale, sourceId: 'vault:0198f3a2-0000-7000-8000-00000000dead' },
    'a revision it never had': { ...stale, revision: 'f'.repeat(64) },
    'a window that is turned round': { ...stale, start: 30, end: 20 },
    'a window past the end': { ...stale, end: before.length + 1 },
    'a window shorter than a quote': { ...stale, end: stale.start + 7 },
    'a window longer than a quote': { ...stale, ...long, start: 0, end: 3_202 },
    'a window longer than any text': { ...stale, start: 0, end: 4_000_000 },
  }
  for (const [name, reference] of Object.entries(unnamed)) {
    const { status, body } = await relocate(reference)
    t.same([status, body.code], [404, 'not_found'], name)
  }
})

t.test('changed words are found deep in a long text', async (t) => {
  const filler = 'A long list of towns, without an end to it. '.repeat(2_000)
  const stale = await revised(filler + before.replace('second', 'third'))
  t.match((await relocate(stale)).body.reference, { start: filler.length + before.indexOf(quote) })
})

t.test('a source that is withdrawn while its text is searched says so: 409', async (t) => {
  const stale = await revised(before.replace('second', 'third'))
  const holding = await holdLocks(context.database, 'lock table search_documents')
  const pending = relocate(stale)
  await pollUntil(() => isLockAwaited(context.db))
  await changeSource(context.db, { removed_at: new Date() }, stale.sourceId)
  await holding.end()
  const { status, body } = await pending
  t.same([status, body.code], [409, 'evidence_changed'])
})
