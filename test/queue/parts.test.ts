import t, { type Test } from 'tap'
import { scanArtistsMax } from '#src/queue/due-artist-queries.ts'
import { type Answer, found, idOf, looking, many, moment, serve, stepsOf } from './looking.ts'

const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * A lookout over so many that they are gone through in three parts, each of whom has more than one job; what it looked
 * behind.
 */
function lookingThrough() {
  const everybody = Array.from({ length: 5_001 }, (_, n) => idOf(n))
  const afters: string[] = []
  const all = looking(({ what, after }) => {
    if (what === 'news') return found('newcomer')
    afters.push(String(after))
    return found(...everybody.filter((id) => id > String(after)).slice(0, scanArtistsMax))
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
  await lookout.scan().next()
  for (let claims = 0; claims < 3 * everybody.length; claims += 1) {
    clock.ms += 10_000
    await lookout.refreshIfDue()
    const [artistId = 'nobody'] = serve(lookout, 1)
    shares.set(artistId, (shares.get(artistId) ?? 0) + 1)
    // As after a slice whose job goes on.
    lookout.tell('lore_refresh', { artistId, since: moment(0) })
  }
  const round = [nobody, idOf(scanArtistsMax - 1), idOf(2 * scanArtistsMax - 1)]
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
    await lookout.scan().next()
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
  await lookout.scan().next()
  t.same(afters, [nobody, idOf(0)])
  serve(lookout, scanArtistsMax - scanArtistsMax / 8 - 1)
  clock.ms += 10_000
  await lookout.refreshIfDue()
  t.equal(afters.length, 2)
  serve(lookout, 1)
  await lookout.refreshIfDue()
  t.equal(afters.length, 3)
  t.equal(lookout.turns.size, scanArtistsMax + scanArtistsMax / 8)
})

t.test('all the way around parts is two ends of the line', async (t) => {
  fromTheFirst(t)
  const { lookout, looks } = lookingThrough()
  await lookout.scan().next()
  t.same(await stepsOf(lookout.scan()), [true, true, true, true, true])
  t.equal(looks.length, 7)
})

t.test('once all can be known again there are news again, from then on', async (t) => {
  const answers: Answer[] = [many(scanArtistsMax), many(scanArtistsMax), found('x'), found('x')]
  const asked: unknown[] = []
  const { lookout } = looking(({ what, after }) => {
    if (what === 'around') return answers.shift() ?? {}
    asked.push(after)
    return found('newcomer')
  })
  await lookout.scan().next()
  await lookout.scan().next()
  t.equal(await lookout.pollNew(), false)
  await lookout.scan().next()
  t.equal(await lookout.pollNew(), true)
  t.same(asked, [moment(4)])
  t.equal(lookout.turns.size, scanArtistsMax + 2)
})
