import { sql } from 'kysely'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { slices } from '#plugins/research/jobs.ts'
import { allArtistTables } from '#src/admin/archive/table-schemas.ts'
import { eraseArtist } from '#src/admin/erase.ts'
import { sampleIdentities } from '#src/config/sample-identities.ts'
import type { JobQueue } from '#src/queue/job-queue.ts'
import { jobKinds } from '#src/queue/kinds.ts'
import { runSlice } from '#src/queue/slice.ts'
import { exampleRequests, findArtistParameter } from '../contract/requests.ts'
import { enqueue } from '../research/slices.ts'
import { createInterviewClient, startSitting } from '../sessions/interview.ts'
import { isLockAwaited } from '../support/citus.ts'
import { holdLocks } from '../support/locks.ts'
import { openReplica } from '../support/replica.ts'
import { addArtist, createTestContext, type TestContext } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'
import { fillSampleArtist } from './full-artist.ts'

const because = 'Asked for by letter.'
const { artistId: sampleId, claimant } = sampleIdentities

/** Rows of an artist, table by table. */
async function countRows({ db }: TestContext, artistId: string) {
  const counts: Record<string, number> = {}
  for (const table of allArtistTables) {
    const owner = sql.ref(table === 'artists' ? 'id' : 'artist_id')
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)} where ${owner} = ${artistId}`.execute(db)
    if (rows[0]?.n) counts[table] = rows[0].n
  }
  return counts
}

t.test('two services that have served the artist refuse every operation from the next request on', async (t) => {
  const context = await createTestContext(t)
  const { call: replica } = await openReplica(t, context)
  await fillSampleArtist(context)
  const ofArtist = exampleRequests.filter(({ operation }) => findArtistParameter(operation) !== undefined)
  const reads = ofArtist.filter(({ method }) => method === 'GET')
  for (const { method, url } of reads) {
    await context.call(claimant, method, url(sampleId))
    await replica(claimant, method, url(sampleId))
  }
  t.equal((await replica(claimant, 'GET', `/api/artist/${sampleId}/interview/session`)).status, 200)
  await eraseArtist(context.db, { artistId: sampleId, because })
  const unknownId = uuidv7()
  for (const { operation, method, url, body } of ofArtist) {
    for (const subject of ['admin', claimant]) {
      const unknown = await context.call(subject, method, url(unknownId), body)
      const answers = [
        await context.call(subject, method, url(sampleId), body),
        await replica(subject, method, url(sampleId), body),
      ]
      for (const answer of answers) {
        t.equal(answer.status, unknown.status, `${operation.id} of ${subject}`)
        t.same(answer.body, unknown.body)
      }
    }
  }
  const session = `/api/artist/${sampleId}/interview/session`
  t.match(await replica('admin', 'GET', session), { status: 404 })
  t.match(await replica(claimant, 'GET', session), { status: 403 }, 'whose claim is gone as well')
  t.same(await countRows(context, sampleId), {})
  for (const call of [context.call, replica]) {
    t.match((await call(null, 'POST', '/api/research/advance', {})).body, { status: 'ok', ran: false })
  }
})

t.test('changes that have read before an erasure and commit after it are refused, and leave no row', async (t) => {
  const context = await createTestContext(t)
  const { artistId, call, db } = context
  const { session, reference, start, offer, finish } = await startSitting(context)
  await call('owner', 'POST', `/api/artist/${artistId}/research/refresh`, { mode: 'lore-only' })
  const admin = createInterviewClient(context, 'admin')
  // Changes and an erasure wait for the artist's row.
  const holder = await holdLocks(context.database, `select from artists where id = '${artistId}' for update`)
  const erased = eraseArtist(db, { artistId, because })
  await pollUntil(() => isLockAwaited(db))
  const opened = call('admin', 'POST', `/api/onboarding/${artistId}/chat`, { type: 'open' })
  await pollUntil(() => isLockAwaited(db, 2))
  const answers = [
    offer(session, 1, reference),
    admin.finish(session),
    finish(session),
    call('admin', 'POST', `/api/artist/${artistId}/research/refresh`, {}),
  ]
  await pollUntil(() => isLockAwaited(db, 3))
  await holder.end()
  t.match(await erased, { outcome: 'erased' })
  t.match(await Promise.all(answers), [{ status: 403 }, { status: 404 }, { status: 403 }, { status: 404 }])
  t.match((await opened).body.at(-1), { kind: 'error', code: 'not_found' })
  t.match(await start(), { status: 403 })
  t.same(await countRows(context, artistId), {})
})

t.test('a concurrent search that indexes a text leaves nothing in the index, and neither fails', async (t) => {
  const context = await createTestContext(t)
  const { artistId, db, database } = context
  const { sourceId } = await context.addSource('The ferry left at nine, and the celesta stayed.')
  for (const table of ['search_postings', 'search_segments', 'search_documents'] as const)
    await db.deleteFrom(table).execute()
  const source = `artist_id = '${artistId}' and source_id = '${sourceId}'`
  const holder = await holdLocks(database, `select from sources where ${source} for update`)
  const searched = context.call('owner', 'GET', `/api/artist/${artistId}/knowledge/search?query=celesta`)
  await pollUntil(() => isLockAwaited(db))
  const erased = eraseArtist(db, { artistId, because })
  await pollUntil(() => isLockAwaited(db, 2))
  await holder.end()
  t.match(await erased, { outcome: 'erased' })
  const { status } = await searched
  t.ok([200, 403].includes(status), `${status}`)
  t.same(await countRows(context, artistId), {})
})

t.test('a slice whose artist is erased once it is claimed ends without a lease and writes nothing', async (t) => {
  const context = await createTestContext(t)
  const { db } = context
  for (const kind of jobKinds) {
    const artistId = await addArtist(db, 'Mara Quill')
    await context.addSource('The ferry left at nine, and the celesta stayed.', { artistId })
    await enqueue({ db, artistId }, kind)
    const stopping = new AbortController().signal
    const { queue } = context.app.resources
    const claim: JobQueue['claim'] = async (options) => {
      const job = await queue.claim(options)
      await eraseArtist(db, { artistId, because })
      return job
    }
    const resources = { db, newId: () => uuidv7(), stopping, providers: {}, queue: { claim } }
    const run = await runSlice(resources, slices, context.app.log, { artistId, kinds: [kind] })
    t.match(run, { job: { kind }, ending: 'lease_lost' }, kind)
    t.same(await countRows(context, artistId), {}, kind)
  }
})

t.test('an erasure that fails at its last table has erased nothing, and goes on when it is run again', async (t) => {
  const context = await createTestContext(t)
  const { db } = context
  await fillSampleArtist(context)
  const before = await countRows(context, sampleId)
  await sql`create table hold (artist_id uuid references artists (id))`.execute(db)
  await sql`insert into hold values (${sampleId})`.execute(db)
  await t.rejects(eraseArtist(db, { artistId: sampleId, because }), { code: '23503' })
  t.same(await countRows(context, sampleId), before)
  await sql`drop table hold`.execute(db)
  t.match(await eraseArtist(db, { artistId: sampleId, because }), { outcome: 'erased' })
  t.same(await countRows(context, sampleId), {})
})
