import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { computeCandidateRevision } from '#src/text/revisions.ts'
import { type Loose, newWorld, type World } from '../support/world.ts'

/** Puts candidates into the queue, all at one instant or a second apart. */
async function fill({ db, artistId }: World, count: number, { apart = true } = {}) {
  const startedMs = Date.parse('2026-03-01T10:00:00Z')
  const rows = Array.from({ length: count }, (_, n) => {
    const id = uuidv7()
    const content = {
      ...{ url: `https://press.example/${n}`, title: `Page ${n}`, destination: 'lore' as const },
      ...{ identity: 'unresolved' as const, curation: 'pending' as const, reason: 'The page names the artist once.' },
    }
    const revision = computeCandidateRevision({ artistId, candidateId: id, ...content, previous: null })
    return { artist_id: artistId, id, ...content, revision, created_at: new Date(startedMs + (apart ? n * 1_000 : 0)) }
  })
  await db.insertInto('discoveries').values(rows).execute()
  return rows
}

const path = (world: World, query = '') => `/api/artist/${world.artistId}/research/discoveries${query}`
const list = (world: World, query = '', subject: string | null = 'owner') =>
  world.call(subject, 'GET', path(world, query))

/** Every page from the first on. */
async function walk(world: World, limit: number): Promise<Loose[]> {
  const seen: Loose[] = []
  let cursor = ''
  for (;;) {
    const { body } = await list(world, `?limit=${limit}${cursor}`)
    seen.push(...body.candidates)
    if (body.nextCursor === null) return seen
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`
  }
}

for (const apart of [true, false]) {
  t.test(
    `pages of any size list every candidate once, the oldest first${apart ? '' : ', also within one instant'}`,
    async (t) => {
      const world = await newWorld(t)
      const urls = (await fill(world, 23, { apart })).map(({ url }) => url)
      for (const limit of [1, 7, 20])
        t.same(
          (await walk(world, limit)).map(({ url }) => url),
          urls,
          `limit ${limit}`,
        )
    },
  )
}

t.test('a page has ten candidates by default; an empty queue is an empty page', async (t) => {
  const world = await newWorld(t)
  t.strictSame((await list(world)).body, { status: 'ok', candidates: [], nextCursor: null })
  await fill(world, 12)
  t.equal((await list(world)).body.candidates.length, 10)
})

t.test('a review or a new candidate between two pages makes the cursor stale', async (t) => {
  const world = await newWorld(t)
  const [first] = await fill(world, 5)
  const { nextCursor } = (await list(world, '?limit=2')).body
  const next = `?limit=2&cursor=${encodeURIComponent(nextCursor)}`
  t.equal((await list(world, next)).status, 200)
  await world.call('owner', 'POST', path(world, `/${first?.id}/review`), {
    revision: first?.revision,
    decision: 'decline',
  })
  t.match(await list(world, next), { status: 409, body: { code: 'cursor_stale' } })
  const again = (await list(world, '?limit=2')).body.nextCursor
  await fill(world, 1)
  t.match(await list(world, `?cursor=${encodeURIComponent(again)}`), { status: 409, body: { code: 'cursor_stale' } })
})

t.test('`curation` lists what was decided so; without it, what waits for a decision', async (t) => {
  const world = await newWorld(t)
  const [declined, approved, waiting] = await fill(world, 3)
  for (const [row, decision] of [
    [declined, 'decline'],
    [approved, 'approve'],
  ] as const)
    await world.call('owner', 'POST', path(world, `/${row?.id}/review`), { revision: row?.revision, decision })
  const ids = async (query: string) => (await list(world, query)).body.candidates.map(({ id }: Loose) => id)
  t.same(await ids('?curation=declined'), [declined?.id])
  t.same(await ids('?curation=approved'), [approved?.id])
  t.same(await ids('?curation=pending'), [waiting?.id])
  t.same(await ids(''), [waiting?.id])
  t.same(await ids('?curation=wrong_artist'), [])
  const refused = await list(world, '?curation=refused')
  t.equal(refused.status, 400)
  t.match(refused.body.error, /curation/)
})

t.test('a list of decided candidates goes on from page to page, and its cursor serves no other curation', async (t) => {
  const world = await newWorld(t)
  const rows = await fill(world, 3)
  for (const { id, revision } of rows)
    await world.call('owner', 'POST', path(world, `/${id}/review`), { revision, decision: 'decline' })
  const first = (await list(world, '?curation=declined&limit=2')).body
  const cursor = encodeURIComponent(first.nextCursor)
  const second = (await list(world, `?curation=declined&limit=2&cursor=${cursor}`)).body
  t.same(
    [...first.candidates, ...second.candidates].map(({ id }: Loose) => id),
    rows.map(({ id }) => id),
  )
  t.equal(second.nextCursor, null)
  t.equal((await list(world, `?limit=2&cursor=${cursor}`)).status, 400)
})

t.test('a cursor is valid for its own artist and list', async (t) => {
  const world = await newWorld(t)
  await fill(world, 3)
  const { nextCursor } = (await list(world, '?limit=1')).body
  const elsewhere = `/api/artist/${world.otherArtistId}/research/discoveries?cursor=${encodeURIComponent(nextCursor)}`
  t.equal((await world.call('other-owner', 'GET', elsewhere)).status, 400)
  t.equal((await list(world, '?cursor=x')).status, 400)
  t.equal((await list(world, '?limit=21')).status, 400)
})

t.test('only the claimant and administrators list the queue', async (t) => {
  const world = await newWorld(t)
  await fill(world, 1)
  t.equal((await list(world, '', 'admin')).body.candidates.length, 1)
  t.equal((await list(world, '', null)).status, 401)
  t.equal((await list(world, '', 'stranger')).status, 403)
  t.equal((await list(world, '', 'other-owner')).status, 403)
  t.equal((await list(world)).headers['cache-control'], 'private, no-store')
})

t.test('a title that is longer than the contract allows is cut between code points', async (t) => {
  const world = await newWorld(t)
  const [row] = await fill(world, 1)
  await world.db
    .updateTable('discoveries')
    .set({ title: '🔔'.repeat(400) })
    .where('id', '=', row?.id ?? '')
    .execute()
  t.equal((await list(world)).body.candidates[0].title, '🔔'.repeat(300))
})
