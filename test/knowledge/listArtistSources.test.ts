import t from 'tap'
import { walk } from '../responses/answers.ts'
import { pluck } from '../support/pluck.ts'
import { addArtist, addSource, addUser, createTestContext } from '../support/test-context.ts'
import { buildListPath } from './reading.ts'

const context = await createTestContext(t)
const { call, db } = context
let artistsMade = 0

/** An artist for one test alone, with a claimant of the same name. */
async function newArtist() {
  const subject = `claimant-${++artistsMade}`
  const id = await addArtist(db, `Artist ${artistsMade}`)
  await addUser(db, subject, { claims: id })
  return { id, list: (query = '') => call(subject, 'GET', buildListPath(id, query)) }
}

/** Every page to the end, by the sources' titles. */
const walkTitles = async (list: (query: string) => ReturnType<typeof call>, query: string): Promise<string[][]> =>
  (await walk(({ cursor }) => list(`${query}${cursor === undefined ? '' : `&cursor=${cursor}`}`))).map((page) =>
    page.sources.map(({ title }: { title: string }) => title),
  )

t.test('an artist without sources has an empty list, and nothing is left out of it', async (t) => {
  const { list } = await newArtist()
  t.same((await list()).body, {
    status: 'ok',
    sources: [],
    coverage: { eligibleSources: 0, readableSources: 0, searchedSources: 0, complete: true, limitations: [] },
    budget: { returnedChars: 0, truncated: false, nextCursor: null },
  })
})

t.test('a kind is listed alone, with the coverage of that kind', async (t) => {
  const { id, list } = await newArtist()
  await addSource(db, id, 'A caption.', { title: 'caption', kind: 'social_caption' })
  await addSource(db, id, 'Spoken.', { title: 'transcript', kind: 'reel_transcript' })
  await addSource(db, id, 'A page.', { title: 'page' })
  t.same((await walkTitles(list, '?')).flat(), ['page', 'transcript', 'caption'])
  const kinds = { vault: 'page', social_caption: 'caption', reel_transcript: 'transcript' }
  for (const [kind, title] of Object.entries(kinds)) {
    const { body } = await list(`?kind=${kind}`)
    t.same(pluck(body.sources, 'title'), [title])
    t.equal(body.coverage.eligibleSources, 1)
  }
})

t.test('a page ends where its budget is used up, says so, and can be continued', async (t) => {
  const { id, list } = await newArtist()
  const buildTitle = (n: number) => `${n}`.padEnd(n === 20 ? 201 : 200, '.')
  for (let n = 0; n < 45; n += 1) await addSource(db, id, 'y'.repeat(700), { title: buildTitle(n) })
  const instant = { ingested_at: '2026-01-01T00:00:00Z' }
  await db.updateTable('sources').set(instant).where('artist_id', '=', id).execute()
  const first = await list('?limit=50')
  t.equal(first.body.budget.truncated, true)
  t.equal(first.body.budget.returnedChars, 12_000, 'to the last unit')
  t.equal(first.body.sources.length, 15)
  const pages = await walkTitles(list, '?limit=50')
  t.same(pluck(pages, 'length'), [15, 14, 15, 1], 'and never beyond it')
  t.equal(new Set(pages.flat()).size, 45, 'sources of one instant are ordered by their identity')
  t.same((await walkTitles(list, '?limit=7')).flat(), pages.flat(), 'on smaller pages too')
  t.equal((await list('?limit=2')).body.budget.truncated, false, 'a limit is no budget')
})

t.test('coverage counts what is eligible and what can be read, and names what is missing', async (t) => {
  const { id, list } = await newArtist()
  const [one, two] = [await addSource(db, id, 'One.'), await addSource(db, id, 'Two.')]
  await addSource(db, id, 'Three.')
  await db.updateTable('sources').set({ revision: null }).where('source_id', '=', one.sourceId).execute()
  t.same((await list()).body.coverage, {
    eligibleSources: 3,
    readableSources: 2,
    searchedSources: 0,
    complete: false,
    limitations: ['One source has no stored text yet.'],
  })
  await db.updateTable('sources').set({ revision: null }).where('source_id', '=', two.sourceId).execute()
  t.same((await list('?limit=1')).body.coverage.limitations, ['2 sources have no stored text yet.'], 'over all pages')
})
