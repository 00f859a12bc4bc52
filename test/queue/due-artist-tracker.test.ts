import type { Kysely } from 'kysely'
import t from 'tap'
import type { DB } from '#src/database/tables.gen.ts'
import { scanArtistsMax } from '#src/queue/due-artist-queries.ts'
import { DueArtistTracker } from '#src/queue/due-artist-tracker.ts'
import { found, idOf, looking, many, moment, serve, stepsOf } from './looking.ts'

t.test('before the first look around there are no news to look for', async (t) => {
  const { lookout, looks } = looking(() => found('a'))
  await lookout.refreshIfDue()
  await lookout.pollNew()
  t.same(looks, [])
  t.same(await stepsOf(lookout.scan()), [true])
  t.equal(lookout.turns.size, 1)
})

t.test('news are those since the last look for them, and there is a hundredth of a second between two', async (t) => {
  const asked: unknown[] = []
  const { clock, lookout } = looking(({ what, after }) => {
    if (what === 'around') return found('a')
    asked.push(after)
    return found('b')
  })
  await stepsOf(lookout.scan())
  for (let ms = 0; ms < 30; ms += 1) {
    await lookout.refreshIfDue()
    clock.ms += 1
  }
  t.same(asked, [moment(1), moment(2), moment(3)])
  t.equal(lookout.turns.size, 2)
})

t.test('it looks around once a second while somebody is known to have something', async (t) => {
  const { clock, lookout, looks } = looking(() => found('a'))
  await stepsOf(lookout.scan())
  const scan = () => looks.filter((what) => what === 'around').length
  clock.ms += 999
  await lookout.refreshIfDue()
  t.equal(scan(), 1)
  clock.ms += 1
  await lookout.refreshIfDue()
  t.equal(scan(), 2)
})

t.test('a look around takes no news away: what is kept only now stands before it', async (t) => {
  const asked: unknown[] = []
  const { lookout } = looking(({ what, after }) => {
    if (what === 'news') asked.push(after)
    return found('a')
  })
  await stepsOf(lookout.scan())
  await stepsOf(lookout.scan())
  await lookout.pollNew()
  t.same(asked, [moment(1)])
})

t.test('more news than one look finds are looked for all around at once', async (t) => {
  const { clock, lookout, looks } = looking(({ what }) => ({ ...found('a'), isCrowd: what === 'news' }))
  await stepsOf(lookout.scan())
  await lookout.refreshIfDue()
  clock.ms += 1
  await lookout.refreshIfDue()
  t.same(looks, ['around', 'news', 'around'])
})

t.test('whoever asks while a look is under way waits for the next one, which is one for all', async (t) => {
  const held: (() => void)[] = []
  const { lookout, looks } = looking(async () => {
    await new Promise<void>((resolve) => held.push(resolve))
    return {}
  })
  const all = [0, 1, 2, 3].map(() => stepsOf(lookout.scan()))
  await new Promise(setImmediate)
  t.equal(held.length, 1)
  held[0]?.()
  t.same(await all[0], [false])
  await new Promise(setImmediate)
  t.equal(held.length, 2, 'the second began after the first was over')
  held[1]?.()
  t.same(await Promise.all(all), [[false], [false], [false], [false]])
  t.equal(looks.length, 2)
})

t.test('a look that fails has failed for all who wait for it, and no more are tried for them', async (t) => {
  const { lookout, looks } = looking(async () => {
    await new Promise(setImmediate)
    throw new Error('away')
  })
  const all = await Promise.allSettled([0, 1, 2, 3].map(() => stepsOf(lookout.scan())))
  t.ok(all.every(({ status }) => status === 'rejected'))
  t.equal(looks.length, 2)
  await t.rejects(stepsOf(lookout.scan()), { message: 'away' }, 'and the next tries anew')
})

t.test('who goes on is told where such jobs are claimed, and not without end', async (t) => {
  const db = { executeQuery: async () => ({ rows: [{ at: moment(0), found: null }] }) } as unknown as Kysely<DB>
  const ofKind = new DueArtistTracker({ db, kinds: ['social_ingest'], inShards: false })
  ofKind.tell('lore_refresh', { artistId: 'a', since: moment(0) })
  t.equal(ofKind.turns.size, 0)
  for (let n = 0; n < 2 * scanArtistsMax; n += 1) ofKind.tell('social_ingest', { artistId: idOf(n), since: moment(0) })
  t.equal(ofKind.turns.size, scanArtistsMax)
  const taken = ofKind.turns.take()
  ofKind.tell('social_ingest', { artistId: idOf(0), since: moment(0) })
  ofKind.turns.settle(taken)
  t.equal(ofKind.turns.size, scanArtistsMax, 'who stands there already takes no room')
})

t.test('two processes that find the same go different ways through it', async (t) => {
  const waysOf = async () => {
    const { lookout } = looking(() => many(60))
    await lookout.scan().next()
    return serve(lookout, 60)
  }
  const [one, other] = [await waysOf(), await waysOf()]
  t.not(one.join(), other.join())
  t.same(one.toSorted(), other.toSorted())
})
