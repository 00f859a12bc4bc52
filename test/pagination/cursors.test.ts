import fc from 'fast-check'
import t from 'tap'
import { Problem } from '#src/contract/problems/problem.ts'
import { createCursorCodec, type Listing, refuseStaleCursor } from '#src/http/pagination/cursor.ts'
import { allowNull, isCount, isInstant, isOneOf, isText, isUuid } from '#src/http/pagination/cursor-guards.ts'
import { holds } from '../text/holds.ts'

const cursors = createCursorCodec('listInterviewHistory', {
  part: isOneOf('correction', 'answer'),
  at: allowNull(isInstant),
  id: isUuid,
  start: isCount,
})
const artistId = '0198f3a2-6f1e-7c40-9d52-3b1f6a7e0c11'
const listing: Listing = { artistId, filter: { kind: 'all', sitting: null } }
const position = { part: 'answer', at: '2026-03-04T10:01:12.000Z', id: artistId, start: 7 } as const
const cursor = cursors.write(listing, 12, position)

/** The problem code with which a call is refused. */
function refusal(act: () => unknown): string | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return `${error.code} ${error.message}`
  }
}
const malformed = /^invalid_request query\.cursor: /

t.test('a cursor is read as it was written', async (t) => {
  const place = cursors.read(listing, cursor)
  t.strictSame(place, { listVersion: 12, position })
  t.match(cursor, /^[A-Za-z0-9._~-]{1,4096}$/, 'it is made of characters that the contract allows')
  t.equal(cursors.read(listing, undefined), undefined, 'no cursor is the first page')
  const given = 'eyJsaXN0VmVyc2lvbiI6MSwicG9zaXRpb24iOnsic3RhcnQiOjd9fQ.ovckwk8k5tmgnznx'
  t.match(createCursorCodec('listInterviewHistory', { start: isCount }).read({}, given), { position: { start: 7 } })
  t.throws(() => refuseStaleCursor(place, '12'), { code: 'cursor_stale' }, 'a list version is not its text')
})

t.test('a cursor is bound to artist, operation, filter and the format of its position', async (t) => {
  const elsewhere: [string, () => unknown][] = [
    ['another artist', () => cursors.read({ ...listing, artistId: artistId.replace('0198', '0199') }, cursor)],
    ['another filter', () => cursors.read({ artistId, filter: { kind: 'answers', sitting: null } }, cursor)],
    ['no filter', () => cursors.read({ artistId }, cursor)],
    ['another operation', () => createCursorCodec('listInterviewResponses', { id: isUuid }).read(listing, cursor)],
    ['another format of positions', () => cursors.read(listing, `${cursor.split('.')[0]}.rfRK52maMXj2Bcck`)],
  ]
  for (const [title, act] of elsewhere) t.match(refusal(act), malformed, title)
})

t.test('every altered cursor is refused', async (t) => {
  const alteration = fc.record({ at: fc.nat(cursor.length - 1), by: fc.constantFrom(...'AZaz09._~-', '') })
  holds(
    t,
    fc.property(alteration, ({ at, by }) => {
      const altered = cursor.slice(0, at) + by + cursor.slice(at + 1)
      return altered === cursor || malformed.test(refusal(() => cursors.read(listing, altered)) ?? '')
    }),
    2_000,
  )
  holds(
    t,
    fc.property(fc.string(), (junk) => malformed.test(refusal(() => cursors.read(listing, junk)) ?? '')),
  )
})

t.test('a position where no page begins is malformed, however it was made', async (t) => {
  const loose = createCursorCodec('listInterviewHistory', {
    part: isText(20),
    at: allowNull(isText(30)),
    id: isText(40),
    start: allowNull(isCount),
  })
  const forged = [
    { ...position, part: 'boundary' },
    { ...position, at: '2026-02-30T10:01:12.000Z' },
    { ...position, at: '0000-01-01T00:00:00.000Z' },
    { ...position, id: 'x' },
    { ...position, start: null },
  ]
  const made = forged.map((place) => loose.write(listing, 12, place))
  made.push(loose.write(listing, 12, null as never), loose.write(listing, null as never, position))
  for (const well of made) {
    t.match(
      refusal(() => cursors.read(listing, well)),
      malformed,
      well,
    )
  }
  t.throws(() => loose.write(listing, 12, { ...position, start: Number.NaN }), 'nor can one be written')
})

t.test('guards admit what PostgreSQL takes', async (t) => {
  t.strictSame([0, 2_147_483_647, 2_147_483_648, -1, 0.5, '0', null].filter(isCount), [0, 2_147_483_647])
  t.strictSame(['aaa', 'aaaa', 'a\0', 5].filter(isText(3)), ['aaa'])
})
