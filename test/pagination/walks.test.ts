import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { sql } from 'kysely'
import t from 'tap'
import type { OperationId } from '#src/contract/document.ts'
import { createCursorCodec, type Listing } from '#src/http/pagination/cursor.ts'
import { operations } from '../contract/requests.ts'
import { addCandidate, addDiscovery } from '../evidence/discoveries.ts'
import { buildListPath } from '../knowledge/reading.ts'
import { createLoreClient } from '../lore/lore-api.ts'
import { addCorrection, assembleEntries, buildBoundaryOn, createMemoryClient } from '../memory/memory.ts'
import { createResponsesClient, formatQuery, walk } from '../responses/answers.ts'
import { addImportedAnswer, startSitting } from '../sessions/interview.ts'
import { type ApiReply, createTestContext, type Loose, type TestContext } from '../support/test-context.ts'
import { seed } from '../text/seed.ts'
import { createWriters, type Writer } from './writers.ts'

type Query = Record<string, string | number>
type List = {
  read: (query: Query) => Promise<ApiReply>
  /** The limits of every page: as small as makes many pages, and as large as makes few. */
  small: Query
  large: Query
  /** A write after which the list is another one. */
  changedBy: Writer
  /** What its cursors are bound to, besides the artist. */
  filter?: Listing['filter']
  /** Positions where none of its pages begins; a value that is not named is that of a real position. */
  nowhere?: object[]
  /** What the pages show, each item as it was shown; throws where a text has a gap or is repeated. */
  shown: (pages: Loose[]) => string[]
}

/** `WALKS=500 node test/pagination/walks.test.ts` is the long form. */
const runs = Number(process.env.WALKS ?? 10)
t.setTimeout(60_000 + runs * 10_000)

const context = await createTestContext(t)
const { artistId } = context
await dropIndexes(context)
const { list, versions } = createResponsesClient(context)
const { memory, history, boundaries, save } = createMemoryClient(context)
const lore = createLoreClient(context)
const sitting = await startSitting(context)
const get = (path: string) => context.call('owner', 'GET', path)

// Of one instant, so that a page ends among them.
for (let at = 0; at < 6; at += 1) {
  await addImportedAnswer(context, { offeredAt: '2019-01-01T00:00:00.000Z' })
  await addCorrection(context, { recordedAt: '2019-01-01T00:00:00.000Z' })
}
const written = await addImportedAnswer(context, { offeredAt: '2020-01-01T00:00:00.000Z' })
const writers = createWriters(context, sitting, written)
const entries = (pages: Loose[]) => assembleEntries(pages).map((entry) => JSON.stringify(entry))
const each = (items: (page: Loose) => Loose[]) => (pages: Loose[]) =>
  pages.flatMap(items).map((item) => JSON.stringify(item))

const lists: Record<string, List> = {
  listInterviewResponses: {
    read: list,
    changedBy: 'reviseAnswer',
    ...{ small: { limit: 2 }, large: { limit: 20 } },
    shown: each(({ responses }) => responses),
  },
  listInterviewResponseVersions: {
    read: (query) => versions(written.id, query),
    changedBy: 'reviseAnswer',
    filter: { answerId: written.id },
    nowhere: [{ number: 1 }],
    ...{ small: { limit: 2 }, large: { limit: 20 } },
    shown: each((page) => page.versions),
  },
  listInterviewHistory: {
    read: history,
    changedBy: 'importAnswer',
    filter: { kind: 'all', sitting: null },
    nowhere: [{ kind: 'answer' }, { at: null }, { id: artistId }, { start: 99_999 }],
    ...{ small: { limit: 3, maxChars: 1_000 }, large: { limit: 50, maxChars: 20_000 } },
    shown: entries,
  },
  readInterviewMemory: {
    read: (query) => memory({ ...query, sitting: 1 }),
    changedBy: 'reviseAnswer',
    nowhere: [{ entry: 2_147_483_647 }, { start: 99_999 }, { sitting: 2 }],
    ...{ small: { maxChars: 1_000 }, large: { maxChars: 20_000 } },
    shown: entries,
  },
  listInterviewBoundaries: {
    read: (query) => boundaries({ ...query, sitting: 1 }),
    changedBy: 'drawBoundary',
    filter: { sitting: 1 },
    ...{ small: {}, large: {} },
    shown: each((page) => page.boundaries),
  },
  listArtistLoreVersions: {
    read: (query) => lore.versions(query),
    changedBy: 'publishLore',
    ...{ small: { limit: 2 }, large: { limit: 50 } },
    shown: each(({ versions }) => versions),
  },
  listMyArtists: {
    read: (query) => get(`/api/artists${formatQuery(query)}`),
    changedBy: 'addArtist',
    ...{ small: { limit: 2 }, large: { limit: 100 } },
    shown: each(({ artists }) => artists),
  },
  listCorrections: {
    read: (query) => lore.corrections(query),
    changedBy: 'correct',
    ...{ small: { limit: 3 }, large: { limit: 20 } },
    shown: each(({ corrections }) => corrections),
  },
  listArtistSources: {
    read: (query) => get(buildListPath(artistId, formatQuery(query))),
    changedBy: 'addSource',
    ...{ small: { limit: 2 }, large: { limit: 50 } },
    shown: each(({ sources }) => sources),
  },
  listDiscoveries: {
    read: (query) => get(`/api/artist/${artistId}/research/discoveries${formatQuery(query)}`),
    changedBy: 'find',
    ...{ small: { limit: 2 }, large: { limit: 20 } },
    shown: each(({ candidates }) => candidates),
  },
  readResearchStatus: {
    read: (query) => get(`/api/artist/${artistId}/research/status${formatQuery(query)}`),
    changedBy: 'enqueue',
    ...{ small: { limit: 2 }, large: { limit: 50 } },
    // The progress of a job may change between two pages; the set of jobs may not.
    shown: each(({ jobs }) => jobs.map(({ jobId }: Loose) => jobId)),
  },
}

const malformed = { status: 400, body: { code: 'invalid_request', error: /^query\.cursor: / } }
const anyWriter = fc.constantFrom(...(Object.keys(writers) as Writer[]))
/** The writers that run beside the first pages, one after the other; null is none. */
const buildPlan = (changing: Writer) =>
  fc.array(fc.oneof(fc.constant(null), fc.constant(null), fc.constant(null), anyWriter, fc.constant(changing)), {
    ...{ minLength: 1, maxLength: 6 },
  })
const readNextCursor = (page: Loose): string | null => ('nextCursor' in page ? page.nextCursor : page.budget.nextCursor)

for (let n = 0; n < 8; n += 1) {
  await writers.importAnswer()
  await writers.reviseAnswer()
  await writers.addSource()
  await writers.find()
  await writers.enqueue()
  await writers.publishLore()
  await writers.addArtist()
  await addCorrection(context, { claim: `Claim ${n} `.repeat(80) })
  await save(buildBoundaryOn({ questionKey: written.id }, { wording: `Not ${n}, please. `.repeat(20) }))
}
await addCandidate(context, (await addDiscovery(context, 'Found twice.')).sourceId, {
  curation: 'pending',
  identity: 'unresolved',
})

t.test('every operation with cursors is walked here', async (t) => {
  const paged = operations.filter((one) => one.parameters.some(({ name }) => name === 'cursor'))
  t.same(Object.keys(lists).sort(), paged.map(({ id }) => id).sort())
})

t.test('a cursor serves its own filter', async (t) => {
  const filtered: [name: string, filter: Query][] = [
    ['listInterviewHistory', { kind: 'answers' }],
    ['listInterviewBoundaries', { sitting: 2 }],
    ['listArtistSources', { kind: 'vault' }],
    ['listDiscoveries', { curation: 'declined' }],
    ['listMyArtists', { name: 'a' }],
  ]
  for (const [name, filter] of filtered) {
    const { read, small } = lists[name] as List
    const cursor = readNextCursor((await read(small)).body) ?? ''
    const other = { ...filter, cursor }
    t.match(await (name === 'listInterviewBoundaries' ? boundaries(other) : read(other)), malformed, name)
  }
})

for (const [name, { read, small, large, changedBy, shown, filter = {}, nowhere = [] }] of Object.entries(lists)) {
  const whole = async (size: Query) => shown(await walk((cursor) => read({ ...size, ...cursor })))

  t.test(`${name}: what is none of its cursors is 400, whatever its form`, async (t) => {
    const cursor = readNextCursor((await read(small)).body) ?? ''
    const another = name === 'listDiscoveries' ? lists.readResearchStatus : lists.listDiscoveries
    const foreign = readNextCursor((await another?.read(another.small))?.body) ?? ''
    for (const none of [foreign, 'x', `${cursor}x`, 'x'.repeat(4_097), ''])
      t.match(await read({ ...small, cursor: none }), malformed, none.slice(0, 20))
    if (nowhere.length === 0) return
    const { write } = createCursorCodec(name as OperationId, {})
    const { listVersion, position } = JSON.parse(Buffer.from(cursor.split('.')[0] ?? '', 'base64url').toString())
    const forge = (place: object) => write({ artistId, filter }, listVersion, { ...position, ...place })
    t.equal(forge({}), cursor)
    for (const place of nowhere)
      t.match(await read({ ...small, cursor: forge(place) }), malformed, JSON.stringify(place))
  })

  t.test(`${name}: small pages show what large ones do; after a change the next is 409 cursor_stale`, async (t) => {
    t.same(await whole(small), await whole(large))
    const cursor = readNextCursor((await read(small)).body)
    t.type(cursor, 'string')
    await writers[changedBy]()
    const { status, body } = await read({ ...small, cursor: cursor ?? '' })
    t.same([status, body.code], [409, 'cursor_stale'])
  })

  t.test(`${name} beside writers shows one moment’s state, each item once, or is 409 cursor_stale`, async (t) => {
    const outcomes = { whole: 0, changed: 0 }
    const walked = fc.asyncProperty(buildPlan(changedBy), async (plan) => {
      const moments = [await whole(large)]
      const pages: Loose[] = []
      for (let cursor: string | null = ''; cursor !== null; cursor = readNextCursor(pages.at(-1))) {
        // A page and a write at once: the page is of the moment before the write or of the one after.
        const writer = plan[pages.length] ?? null
        const page = read({ ...small, ...(cursor !== '' && { cursor }) })
        // Between its two changes there is a moment that no walk over large pages sees.
        if (writer === 'drawAndLift') await page
        const [{ status, body }] = await Promise.all([page, writer && writers[writer]()])
        if (writer !== null) moments.push(await whole(large))
        const hasChanged = moments.some((moment) => !isDeepStrictEqual(moment, moments[0]))
        if (status === 409 && body.code === 'cursor_stale' && hasChanged) {
          outcomes.changed += 1
          return true
        }
        if (status !== 200) throw new Error(`A page answered ${status} ${body.code}`)
        pages.push(body)
      }
      outcomes.whole += 1
      const items = shown(pages)
      return new Set(items).size === items.length && moments.some((moment) => isDeepStrictEqual(moment, items))
    })
    t.comment(`SEED=${seed}`)
    await fc.assert(walked, { seed, numRuns: runs })
    t.pass(`${outcomes.whole} walks to the end, ${outcomes.changed} 409 cursor_stale`)
  })
}

/** Without an index that has the order of a list, a page has only the order that its statement asks for. */
async function dropIndexes({ db }: TestContext): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace and not indisunique`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db)
}
