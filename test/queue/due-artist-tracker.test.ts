import type { Kysely } from 'kysely'
import t from 'tap'
import type { DB } from '#src/database/tables.gen.ts'
import { scanArtistsMax } from '#src/queue/due-artist-queries.ts'
import { DueArtistTracker } from '#src/queue/due-artist-tracker.ts'
import { buildFound, buildId, buildMany, buildMoment, collectSteps, createTracker, serve } from './tracker-over.ts'

t.test('before the first scan there is no poll', async (t) => {
  const { tracker, queries } = createTracker(() => buildFound('a'))
  await tracker.refreshIfDue()
  await tracker.pollNew()
  t.same(queries, [])
  t.same(await collectSteps(tracker.scan()), [true])
  t.equal(tracker.rotation.size, 1)
})

t.test('a poll reads what came since the last one, and at least ten milliseconds lie between two', async (t) => {
  const reads: unknown[] = []
  const { clock, tracker } = createTracker(({ kind, after }) => {
    if (kind === 'scan') return buildFound('a')
    reads.push(after)
    return buildFound('b')
  })
  await collectSteps(tracker.scan())
  for (let ms = 0; ms < 30; ms += 1) {
    await tracker.refreshIfDue()
    clock.ms += 1
  }
  t.same(reads, [buildMoment(1), buildMoment(2), buildMoment(3)])
  t.equal(tracker.rotation.size, 2)
})

t.test('it scans once a second while an artist with a due job is known', async (t) => {
  const { clock, tracker, queries } = createTracker(() => buildFound('a'))
  await collectSteps(tracker.scan())
  const scan = () => queries.filter((what) => what === 'scan').length
  clock.ms += 999
  await tracker.refreshIfDue()
  t.equal(scan(), 1)
  clock.ms += 1
  await tracker.refreshIfDue()
  t.equal(scan(), 2)
})

t.test('a scan does not move the next poll: a late commit lies before it', async (t) => {
  const reads: unknown[] = []
  const { tracker } = createTracker(({ kind, after }) => {
    if (kind === 'poll') reads.push(after)
    return buildFound('a')
  })
  await collectSteps(tracker.scan())
  await collectSteps(tracker.scan())
  await tracker.pollNew()
  t.same(reads, [buildMoment(1)])
})

t.test('when one poll finds too many, a scan follows at once', async (t) => {
  const { clock, tracker, queries } = createTracker(({ kind }) => ({
    ...buildFound('a'),
    isTruncated: kind === 'poll',
  }))
  await collectSteps(tracker.scan())
  await tracker.refreshIfDue()
  clock.ms += 1
  await tracker.refreshIfDue()
  t.same(queries, ['scan', 'poll', 'scan'])
})

t.test('calls during a scan wait for the next one, which they share', async (t) => {
  const held: (() => void)[] = []
  const { tracker, queries } = createTracker(async () => {
    await new Promise<void>((resolve) => held.push(resolve))
    return {}
  })
  const all = [0, 1, 2, 3].map(() => collectSteps(tracker.scan()))
  await new Promise(setImmediate)
  t.equal(held.length, 1)
  held[0]?.()
  t.same(await all[0], [false])
  await new Promise(setImmediate)
  t.equal(held.length, 2, 'the second began after the first was over')
  held[1]?.()
  t.same(await Promise.all(all), [[false], [false], [false], [false]])
  t.equal(queries.length, 2)
})

t.test('a failed scan fails every call that waits for it, and is not retried for them', async (t) => {
  const { tracker, queries } = createTracker(async () => {
    await new Promise(setImmediate)
    throw new Error('away')
  })
  const all = await Promise.allSettled([0, 1, 2, 3].map(() => collectSteps(tracker.scan())))
  t.ok(all.every(({ status }) => status === 'rejected'))
  t.equal(queries.length, 2)
  await t.rejects(collectSteps(tracker.scan()), { message: 'away' }, 'and the next call scans again')
})

t.test('a job that continues joins the trackers of its kind, up to a limit', async (t) => {
  const db = { executeQuery: async () => ({ rows: [{ at: buildMoment(0), found: null }] }) } as unknown as Kysely<DB>
  const ofKind = new DueArtistTracker({ db, kinds: ['social_ingest'], sharded: false })
  ofKind.addDueJob('lore_refresh', { artistId: 'a', queuedAt: buildMoment(0) })
  t.equal(ofKind.rotation.size, 0)
  for (let n = 0; n < 2 * scanArtistsMax; n += 1)
    ofKind.addDueJob('social_ingest', { artistId: buildId(n), queuedAt: buildMoment(0) })
  t.equal(ofKind.rotation.size, scanArtistsMax)
  const reservations = ofKind.rotation.take()
  ofKind.addDueJob('social_ingest', { artistId: buildId(0), queuedAt: buildMoment(0) })
  ofKind.rotation.confirm(reservations)
  t.equal(ofKind.rotation.size, scanArtistsMax, 'an artist who is in the rotation needs no room')
})

t.test('two processes that find the same artists serve them in different orders', async (t) => {
  const serveInOrder = async () => {
    const { tracker } = createTracker(() => buildMany(60))
    await tracker.scan().next()
    return serve(tracker, 60)
  }
  const [one, other] = [await serveInOrder(), await serveInOrder()]
  t.not(one.join(), other.join())
  t.same(one.toSorted(), other.toSorted())
})
