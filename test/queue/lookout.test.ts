import type { Kysely } from 'kysely'
import t, { type Test } from 'tap'
import type { DB } from '#src/database/tables.gen.ts'
import { type LookRow, lookMax } from '#src/queue/look-statements.ts'
import { Lookout } from '#src/queue/lookout.ts'

type Answer = Partial<LookRow & { isCrowd: boolean }>

const idOf = (n: number) => `01900000-0000-7000-8000-${String(100_000_000_000 + n)}`

/** Whoever is last of those who are gone through in parts. */
const lastOfAll = idOf(5_000)

const moment = (second: number) => `2026-03-04T10:00:${String(second).padStart(2, '0')}.000000Z`

/** A lookout by a clock of the test's own, over a database that answers each look with what `next` says. */
function looking(next: (asked: { what: 'news' | 'around'; after: unknown }) => Answer | Promise<Answer>) {
  const clock = { ms: 1_000 }
  const looks: string[] = []
  const executeQuery = async ({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) => {
    if (sql.includes(' desc')) return { rows: [{ artist_id: lastOfAll }] }
    const what = sql.includes('isCrowd') ? 'news' : 'around'
    looks.push(what)
    const answer = await next({ what, after: parameters[0] })
    return { rows: [{ at: moment(looks.length), found: null, isCrowd: false, ...answer }] }
  }
  const db = { executeQuery } as unknown as Kysely<DB>
  const lookout = new Lookout({ db, kinds: undefined, inShards: false }, () => clock.ms)
  return { clock, lookout, looks }
}

const found = (...artistIds: string[]): Answer => ({ found: artistIds.map((artistId) => [artistId, moment(0)]) })
const many = (count: number, from = 0) => found(...Array.from({ length: count }, (_, n) => idOf(from + n)))

async function stepsOf(steps: AsyncGenerator<boolean>): Promise<boolean[]> {
  const all: boolean[] = []
  for await (const step of steps) all.push(step)
  return all
}

/** So many have a turn, each with a job to claim; who had them. */
function serve({ turns }: Lookout, times: number): string[] {
  return Array.from({ length: times }, () => {
    const taken = turns.take()
    const artistId = taken[0]?.artistId ?? ''
    turns.settle(taken, { artist_id: artistId, turn_at: moment(0) })
    return artistId
  })
}

t.test('before the first look around there are no news to look for', async (t) => {
  const { lookout, looks } = looking(() => found('a'))
  await lookout.keepUp()
  await lookout.lookForNews()
  t.same(looks, [])
  t.same(await stepsOf(lookout.around()), [true])
  t.equal(lookout.turns.size, 1)
})

t.test('news are those since the last look for them, and there is a hundredth of a second between two', async (t) => {
  const asked: unknown[] = []
  const { clock, lookout } = looking(({ what, after }) => {
    if (what === 'around') return found('a')
    asked.push(after)
    return found('b')
  })
  await stepsOf(lookout.around())
  for (let ms = 0; ms < 30; ms += 1) {
    await lookout.keepUp()
    clock.ms += 1
  }
  t.same(asked, [moment(1), moment(2), moment(3)])
  t.equal(lookout.turns.size, 2)
})

t.test('it looks around once a second while somebody is known to have something', async (t) => {
  const { clock, lookout, looks } = looking(() => found('a'))
  await stepsOf(lookout.around())
  const around = () => looks.filter((what) => what === 'around').length
  clock.ms += 999
  await lookout.keepUp()
  t.equal(around(), 1)
  clock.ms += 1
  await lookout.keepUp()
  t.equal(around(), 2)
})

t.test('a look around takes no news away: what is kept only now stands before it', async (t) => {
  const asked: unknown[] = []
  const { lookout } = looking(({ what, after }) => {
    if (what === 'news') asked.push(after)
    return found('a')
  })
  await stepsOf(lookout.around())
  await stepsOf(lookout.around())
  await lookout.lookForNews()
  t.same(asked, [moment(1)])
})

t.test('more news than one look finds are looked for all around at once', async (t) => {
  const { clock, lookout, looks } = looking(({ what }) => ({ ...found('a'), isCrowd: what === 'news' }))
  await stepsOf(lookout.around())
  await lookout.keepUp()
  clock.ms += 1
  await lookout.keepUp()
  t.same(looks, ['around', 'news', 'around'])
})

t.test('whoever asks while a look is under way waits for the next one, which is one for all', async (t) => {
  const held: (() => void)[] = []
  const { lookout, looks } = looking(async () => {
    await new Promise<void>((resolve) => held.push(resolve))
    return {}
  })
  const all = [0, 1, 2, 3].map(() => stepsOf(lookout.around()))
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
  const all = await Promise.allSettled([0, 1, 2, 3].map(() => stepsOf(lookout.around())))
  t.ok(all.every(({ status }) => status === 'rejected'))
  t.equal(looks.length, 2)
  await t.rejects(stepsOf(lookout.around()), { message: 'away' }, 'and the next tries anew')
})

const nobody = '00000000-0000-0000-0000-000000000000'

/** A lookout over so many that they are gone through in three parts, each of whom has more than one job; what it looked behind. */
function lookingThrough() {
  const everybody = Array.from({ length: 5_001 }, (_, n) => idOf(n))
  const afters: string[] = []
  const all = looking(({ what, after }) => {
    if (what === 'news') return found('newcomer')
    afters.push(String(after))
    return found(...everybody.filter((id) => id > String(after)).slice(0, lookMax))
  })
  return { ...all, afters, everybody }
}

/** As if the place to begin at were the first artist. */
function fromTheFirst(t: Test): void {
  const { random } = Math
  t.teardown(() => {
    Math.random = random
  })
  Math.random = () => 0
}

t.test('too many to be known are gone through part by part, and each has one turn a round', async (t) => {
  fromTheFirst(t)
  const { afters, clock, everybody, lookout, looks } = lookingThrough()
  const shares = new Map<string, number>()
  await lookout.around().next()
  for (let claims = 0; claims < 3 * everybody.length; claims += 1) {
    clock.ms += 10_000
    await lookout.keepUp()
    const [artistId = 'nobody'] = serve(lookout, 1)
    shares.set(artistId, (shares.get(artistId) ?? 0) + 1)
    // As after a slice whose job goes on.
    lookout.tell('lore_refresh', { artistId, since: moment(0) })
  }
  const round = [nobody, idOf(lookMax - 1), idOf(2 * lookMax - 1)]
  const begins = afters.indexOf(nobody, 1)
  t.same(afters.slice(begins, begins + 6), [...round, ...round])
  t.equal(shares.size, everybody.length)
  t.same([...new Set(shares.values())], [3], 'and nobody has another one because his job goes on')
  t.notOk(looks.includes('news'))
})

t.test('whoever of too many is served first is anybody', async (t) => {
  const firsts: string[] = []
  for (let lives = 0; lives < 400; lives += 1) {
    const { lookout } = lookingThrough()
    await lookout.around().next()
    firsts.push(...serve(lookout, 1))
  }
  for (const from of [0, 1_000, 2_000, 3_000, 4_000]) {
    t.ok(
      firsts.some((id) => id >= idOf(from) && id < idOf(from + 1_000)),
      `one of the thousand from ${from} on`,
    )
  }
})

t.test('the next part is looked for before the last one has had its turns, and by no clock', async (t) => {
  fromTheFirst(t)
  const { afters, clock, lookout } = lookingThrough()
  await lookout.around().next()
  t.same(afters, [nobody, idOf(0)])
  serve(lookout, lookMax - lookMax / 8 - 1)
  clock.ms += 10_000
  await lookout.keepUp()
  t.equal(afters.length, 2)
  serve(lookout, 1)
  await lookout.keepUp()
  t.equal(afters.length, 3)
  t.equal(lookout.turns.size, lookMax + lookMax / 8)
})

t.test('all the way around parts is two ends of the line', async (t) => {
  fromTheFirst(t)
  const { lookout, looks } = lookingThrough()
  await lookout.around().next()
  t.same(await stepsOf(lookout.around()), [true, true, true, true, true])
  t.equal(looks.length, 7)
})

t.test('once all can be known again there are news again, from then on', async (t) => {
  const answers: Answer[] = [many(lookMax), many(lookMax), found('x'), found('x')]
  const asked: unknown[] = []
  const { lookout } = looking(({ what, after }) => {
    if (what === 'around') return answers.shift() ?? {}
    asked.push(after)
    return found('newcomer')
  })
  await lookout.around().next()
  await lookout.around().next()
  t.equal(await lookout.lookForNews(), false)
  await lookout.around().next()
  t.equal(await lookout.lookForNews(), true)
  t.same(asked, [moment(4)])
  t.equal(lookout.turns.size, lookMax + 2)
})

t.test('who goes on is told where such jobs are claimed, and not without end', async (t) => {
  const db = { executeQuery: async () => ({ rows: [{ at: moment(0), found: null }] }) } as unknown as Kysely<DB>
  const ofKind = new Lookout({ db, kinds: ['social_ingest'], inShards: false })
  ofKind.tell('lore_refresh', { artistId: 'a', since: moment(0) })
  t.equal(ofKind.turns.size, 0)
  for (let n = 0; n < 2 * lookMax; n += 1) ofKind.tell('social_ingest', { artistId: idOf(n), since: moment(0) })
  t.equal(ofKind.turns.size, lookMax)
  const taken = ofKind.turns.take()
  ofKind.tell('social_ingest', { artistId: idOf(0), since: moment(0) })
  ofKind.turns.settle(taken)
  t.equal(ofKind.turns.size, lookMax, 'who stands there already takes no room')
})

t.test('two processes that find the same go different ways through it', async (t) => {
  const waysOf = async () => {
    const { lookout } = looking(() => many(60))
    await lookout.around().next()
    return serve(lookout, 60)
  }
  const [one, other] = [await waysOf(), await waysOf()]
  t.not(one.join(), other.join())
  t.same(one.toSorted(), other.toSorted())
})
