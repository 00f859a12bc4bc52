import t from 'tap'
import { type QueuedArtist, Rotation } from '#src/queue/rotation.ts'

const at = (second: number) => `2026-03-04T10:00:${String(second).padStart(2, '0')}.000000Z`
const of = (artistId: string, second = 0): QueuedArtist => ({ artistId, since: at(second) })

/** A line of these artists, each with a job of its own second. */
function lineOf(...artistIds: string[]): Rotation {
  const turns = new Rotation()
  turns.join(artistIds.map((artistId) => of(artistId)))
  return turns
}

/** Without what is nobody else's affair. */
const bare = (taken: readonly QueuedArtist[]) => taken.map(({ artistId, since }) => ({ artistId, since }))
const names = (taken: readonly QueuedArtist[]) => taken.map(({ artistId }) => artistId).join('')
const job = (artistId: string, second = 0) => ({ artist_id: artistId, queued_at: at(second) })

/** One turn after the other, each with something to claim, or nothing; who had them. */
function go(turns: Rotation, times: number, has: (artistId: string) => boolean = () => true): string[] {
  return Array.from({ length: times }, () => {
    const taken = turns.take()
    const first = taken.find(({ artistId }) => has(artistId))
    turns.settle(taken, first && job(first.artistId))
    return names(taken)
  })
}

t.test('who has had a turn stands at the end, and who comes anew behind everybody', async (t) => {
  const turns = lineOf('a', 'b', 'c')
  t.same(go(turns, 4), ['a', 'b', 'c', 'a'])
  turns.join([of('d')])
  t.same(go(turns, 5), ['b', 'c', 'a', 'd', 'b'])
  turns.join([of('a')])
  t.same(go(turns, 4), ['c', 'a', 'd', 'b'], 'who comes again keeps the place')
})

t.test('who has nothing more leaves the line', async (t) => {
  const turns = lineOf('a', 'b', 'c')
  t.same(
    go(turns, 1, () => false),
    ['a'],
  )
  t.equal(turns.size, 2)
  t.same(go(turns, 1), ['bc'])
  t.same(go(turns, 3), ['c', 'b', 'c'])
  go(turns, 2, () => false)
  t.same(bare(turns.take()), [])
})

t.test(
  'the more of them have nothing, the more are asked at once, up to 64; those behind keep their places',
  async (t) => {
    const turns = lineOf(...Array.from({ length: 300 }, (_, n) => String.fromCharCode(500 + n)))
    t.same(
      go(turns, 8, () => false).map((taken) => taken.length),
      [1, 2, 4, 8, 16, 32, 64, 64],
    )
    const [tenth, next] = [String.fromCharCode(500 + 191 + 9), String.fromCharCode(500 + 191 + 10)]
    go(turns, 1, (artistId) => artistId === tenth)
    t.match(turns.take(), { length: 18, 0: of(next) }, 'nine had nothing, so twice as many are asked')
  },
)

t.test('somebody who claims is in nobody’s way, and who has all the work is claimed from by all', async (t) => {
  const turns = lineOf('a', 'b')
  const [one, two, three] = [turns.take(), turns.take(), turns.take()]
  t.same([one, two, three].map(names), ['a', 'b', 'a'])
  turns.settle(two, job('b'))
  t.equal(names(turns.take()), 'b')
})

t.test('a claim asks from the place of the job that was claimed last', async (t) => {
  const turns = lineOf('a')
  const [one, two] = [turns.take(), turns.take()]
  turns.settle(two, job('a', 7))
  turns.settle(one, job('a', 5))
  t.same(bare(turns.take()), [of('a', 7)])
  turns.join([of('a', 9)])
  t.same(bare(turns.take()), [of('a', 7)], 'what is further on changes nothing')
  turns.join([of('a', 3)])
  t.same(bare(turns.take()), [of('a', 3)], 'what is found before it does')
})

t.test('what is found while a claim is under way is not forgotten by it', async (t) => {
  const turns = lineOf('a')
  const taken = turns.take()
  turns.join([of('a', 3)])
  turns.settle(taken)
  t.same(bare(turns.take(2)), [of('a', 0)], 'it may have come too late for a claim that found nothing')
  turns.join([of('a', 0)])
  turns.settle(taken, job('a', 5))
  t.match(turns.take(), [of('a', 0)], 'or stand before what that claim has claimed')
})

t.test('one who left while he was claimed from is there again', async (t) => {
  const turns = lineOf('a')
  const [one, two] = [turns.take(), turns.take()]
  turns.settle(one)
  t.equal(turns.size, 0)
  turns.settle(two, job('a', 4))
  t.same(bare(turns.take()), [of('a', 4)])
})

t.test('who is found anew anyway does not stay after his turn', async (t) => {
  const turns = lineOf('a', 'b')
  turns.requeuesClaimed = false
  t.same(go(turns, 2), ['a', 'b'])
  t.equal(turns.size, 0)
  turns.join([of('a')])
  const taken = turns.take()
  turns.join([of('a')])
  turns.settle(taken, job('a'))
  t.equal(turns.size, 1, 'but has another one for what came meanwhile')
  const [one, two] = [turns.take(), turns.take()]
  turns.settle(one)
  turns.settle(two, job('a'))
  t.equal(turns.size, 0, 'also who left while he was claimed from')
})

t.test('a claim that failed was anybody’s: the others go first, and those that were asked one by one', async (t) => {
  const turns = lineOf(...'abcdefgh')
  t.same(
    go(turns, 2, () => false),
    ['a', 'bc'],
  )
  const four = turns.take()
  t.equal(names(four), 'defg')
  turns.release(four)
  t.same(go(turns, 6), ['h', 'd', 'e', 'f', 'g', 'h'])
})

t.test('one whose claims all fail costs each round one claim', async (t) => {
  const turns = lineOf(...'abcd')
  const had: string[] = []
  for (let claims = 0; claims < 12; claims += 1) {
    const taken = turns.take()
    had.push(names(taken))
    if (names(taken) === 'b') turns.release(taken)
    else turns.settle(taken, job(names(taken)))
  }
  t.equal(had.join(''), 'abcdabcdabcd')
})

t.test('what was told since a claim asked stays, whatever came of the claim', async (t) => {
  await t.test('to who left meanwhile and was found anew', async (t) => {
    const turns = lineOf('a')
    const [one, two] = [turns.take(), turns.take()]
    turns.settle(one)
    turns.join([of('a', 3)])
    turns.settle(two)
    t.same(bare(turns.take()), [of('a', 3)])
  })
  await t.test('where a later claim failed', async (t) => {
    const turns = lineOf('a')
    const one = turns.take()
    turns.join([of('a', 3)])
    turns.release(turns.take())
    turns.settle(one)
    t.equal(turns.size, 1)
  })
  await t.test('where a later claim of several did not come to him', async (t) => {
    const turns = lineOf('a')
    const slow = turns.take()
    go(turns, 1)
    turns.join([of('w'), of('x')])
    t.same(go(turns, 1), ['a'])
    go(turns, 1, () => false)
    turns.join([of('c')])
    t.same(
      go(turns, 1, (artistId) => artistId === 'a'),
      ['xa'],
    )
    turns.join([of('a', 3)])
    t.same(go(turns, 1), ['ca'])
    turns.settle(slow)
    t.equal(turns.size, 2)
  })
})
