import t, { type Test } from 'tap'
import { scanArtistsMax } from '#src/queue/due-artist-queries.ts'
import {
  type Answer,
  buildFound,
  buildId,
  buildMany,
  buildMoment,
  collectSteps,
  createTracker,
  serve,
} from './tracker-over.ts'

const nilUuid = '00000000-0000-0000-0000-000000000000'

/**
 * A tracker with enough artists to be scanned in three parts, each artist with more than one job; and the
 * positions that it scanned from.
 */
function trackThreeParts() {
  const allArtists = Array.from({ length: 5_001 }, (_, n) => buildId(n))
  const afters: string[] = []
  const all = createTracker(({ kind, after }) => {
    if (kind === 'poll') return buildFound('newcomer')
    afters.push(String(after))
    return buildFound(...allArtists.filter((id) => id > String(after)).slice(0, scanArtistsMax))
  })
  return { ...all, afters, allArtists }
}

/** As if the random start were the first artist. */
function fromTheFirst(t: Test): void {
  const { random } = Math
  t.teardown(() => {
    Math.random = random
  })
  Math.random = () => 0
}

t.test('more artists than fit are scanned part by part, and each is served once a round', async (t) => {
  fromTheFirst(t)
  const { afters, clock, allArtists, tracker, queries } = trackThreeParts()
  const shares = new Map<string, number>()
  await tracker.scan().next()
  for (let claims = 0; claims < 3 * allArtists.length; claims += 1) {
    clock.ms += 10_000
    await tracker.refreshIfDue()
    const [artistId = 'none'] = serve(tracker, 1)
    shares.set(artistId, (shares.get(artistId) ?? 0) + 1)
    // As after a slice whose job continues.
    tracker.addDueJob('lore_refresh', { artistId, queuedAt: buildMoment(0) })
  }
  const round = [nilUuid, buildId(scanArtistsMax - 1), buildId(2 * scanArtistsMax - 1)]
  const begins = afters.indexOf(nilUuid, 1)
  t.same(afters.slice(begins, begins + 6), [...round, ...round])
  t.equal(shares.size, allArtists.length)
  t.same([...new Set(shares.values())], [3], 'and a job that continues gives its artist no second slice')
  t.notOk(queries.includes('poll'))
})

t.test('of too many artists the first to be served is random', async (t) => {
  const firsts: string[] = []
  for (let lives = 0; lives < 400; lives += 1) {
    const { tracker } = trackThreeParts()
    await tracker.scan().next()
    firsts.push(...serve(tracker, 1))
  }
  for (const from of [0, 1_000, 2_000, 3_000, 4_000]) {
    t.ok(
      firsts.some((id) => id >= buildId(from) && id < buildId(from + 1_000)),
      `one of the thousand from ${from} on`,
    )
  }
})

t.test('the next part is scanned before the last one is served, independent of the clock', async (t) => {
  fromTheFirst(t)
  const { afters, clock, tracker } = trackThreeParts()
  await tracker.scan().next()
  t.same(afters, [nilUuid, buildId(0)])
  serve(tracker, scanArtistsMax - scanArtistsMax / 8 - 1)
  clock.ms += 10_000
  await tracker.refreshIfDue()
  t.equal(afters.length, 2)
  serve(tracker, 1)
  await tracker.refreshIfDue()
  t.equal(afters.length, 3)
  t.equal(tracker.rotation.size, scanArtistsMax + scanArtistsMax / 8)
})

t.test('a whole round of parts wraps around the end of the identifiers once', async (t) => {
  fromTheFirst(t)
  const { tracker, queries } = trackThreeParts()
  await tracker.scan().next()
  t.same(await collectSteps(tracker.scan()), [true, true, true, true, true])
  t.equal(queries.length, 7)
})

t.test('once all artists fit again polls resume', async (t) => {
  const answers: Answer[] = [buildMany(scanArtistsMax), buildMany(scanArtistsMax), buildFound('x'), buildFound('x')]
  const reads: unknown[] = []
  const { tracker } = createTracker(({ kind, after }) => {
    if (kind === 'scan') return answers.shift() ?? {}
    reads.push(after)
    return buildFound('newcomer')
  })
  await tracker.scan().next()
  await tracker.scan().next()
  t.equal(await tracker.pollNew(), false)
  await tracker.scan().next()
  t.equal(await tracker.pollNew(), true)
  t.same(reads, [buildMoment(4)])
  t.equal(tracker.rotation.size, scanArtistsMax + 2)
})
