import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { computeCandidateRevision } from '#src/text/revisions.ts'
import { createTestContext, type Loose, type TestContext } from '../support/test-context.ts'

/** Puts candidates into the queue, all at one instant or a second apart. */
async function fill({ db, artistId }: TestContext, count: number, { apart = true } = {}) {
  const startedMs = Date.parse('2026-03-01T10:00:00Z')
  const rows = Array.from({ length: count }, (_, n) => {
    const id = uuidv7()
    const content = {
      url: `https://press.example/${n}`,
      title: `Page ${n}`,
      destination: 'lore' as const,
      identity: 'unresolved' as const,
      curation: 'pending' as const,
      reason: 'The page names the artist once.',
    }
    const revision = computeCandidateRevision({ artistId, candidateId: id, ...content, previous: null })
    return { artist_id: artistId, id, ...content, revision, created_at: new Date(startedMs + (apart ? n * 1_000 : 0)) }
  })
  await db.insertInto('discoveries').values(rows).execute()
  return rows
}

const path = (context: TestContext, query = '') => `/api/artist/${context.artistId}/research/discoveries${query}`
const list = (context: TestContext, query = '', subject: string | null = 'owner') =>
  context.call(subject, 'GET', path(context, query))

/** Every page from the first on. */
async function walk(context: TestContext, limit: number): Promise<Loose[]> {
  const seen: Loose[] = []
  let cursor = ''
  for (;;) {
    const { body } = await list(context, `?limit=${limit}${cursor}`)
    seen.push(...body.candidates)
    if (body.nextCursor === null) return seen
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`
  }
}

for (const apart of [true, false]) {
  t.test(
    `pages of any size list every candidate once, the oldest first${apart ? '' : ', also within one instant'}`,
    async (t) => {
      const context = await createTestContext(t)
      const urls = (await fill(context, 23, { apart })).map(({ url }) => url)
      for (const limit of [1, 7, 20])
        t.same(
          (await walk(context, limit)).map(({ url }) => url),
          urls,
          `limit ${limit}`,
        )
    },
  )
}

t.test('a page has ten candidates by default; an empty queue is an empty page', async (t) => {
  const context = await createTestContext(t)
  t.strictSame((await list(context)).body, { status: 'ok', candidates: [], nextCursor: null })
  await fill(context, 12)
  t.equal((await list(context)).body.candidates.length, 10)
})

t.test('`curation` lists what was decided so; without it, what waits for a decision', async (t) => {
  const context = await createTestContext(t)
  const [declined, approved, waiting] = await fill(context, 3)
  for (const [row, decision] of [
    [declined, 'decline'],
    [approved, 'approve'],
  ] as const)
    await context.call('owner', 'POST', path(context, `/${row?.id}/review`), { revision: row?.revision, decision })
  const ids = async (query: string) => (await list(context, query)).body.candidates.map(({ id }: Loose) => id)
  t.same(await ids('?curation=declined'), [declined?.id])
  t.same(await ids('?curation=approved'), [approved?.id])
  t.same(await ids('?curation=pending'), [waiting?.id])
  t.same(await ids(''), [waiting?.id])
  t.same(await ids('?curation=wrong_artist'), [])
  const refused = await list(context, '?curation=refused')
  t.equal(refused.status, 400)
  t.match(refused.body.error, /curation/)
})

t.test('a title that is longer than the contract allows is cut between code points', async (t) => {
  const context = await createTestContext(t)
  const [row] = await fill(context, 1)
  await context.db
    .updateTable('discoveries')
    .set({ title: '🔔'.repeat(400) })
    .where('id', '=', row?.id ?? '')
    .execute()
  t.equal((await list(context)).body.candidates[0].title, '🔔'.repeat(300))
})

t.test('a candidate names the platform of its address, and null for any other site', async (t) => {
  const context = await createTestContext(t)
  const [first, second, third] = await fill(context, 3)
  const addresses = [
    [first?.id, 'https://www.instagram.com/p/abc', 'instagram'],
    [second?.id, 'https://mobile.twitter.com/mara/status/1', 'x'],
    [third?.id, 'https://instagram.com.example/p/abc', null],
  ] as const
  for (const [id, url] of addresses)
    await context.db.updateTable('discoveries').set({ url }).where('id', '=', String(id)).execute()
  t.same(
    (await walk(context, 20)).map(({ platform }) => platform),
    addresses.map(([, , platform]) => platform),
  )
})
