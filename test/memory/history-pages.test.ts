import t from 'tap'
import { createCursorCodec } from '#src/http/pagination/cursor.ts'
import { allowNull, isCount, isInstant, isOneOf, isUuid } from '#src/http/pagination/cursor-guards.ts'
import { walk } from '../responses/answers.ts'
import { addImportedAnswer } from '../sessions/interview.ts'
import { createTestContext, type Loose, type TestContext } from '../support/test-context.ts'
import { addCorrection, assembleEntries, createMemoryClient } from './memory.ts'

const malformed = { status: 400, body: { code: 'invalid_request', error: /^query\.cursor: / } }

t.test('kind and sitting narrow the history; corrections belong to no sitting', async (t) => {
  const context = await createTestContext(t)
  const { history } = createMemoryClient(context)
  const { all } = await longHistory(context)
  const readIds = async (query: Record<string, string | number>) => {
    const pages = await walk((cursor) => history({ ...query, ...cursor, limit: 7 }))
    return pages.flatMap((page) => page.entries.map(({ entryId }: Loose) => entryId))
  }
  const [corrections, answers] = [all.filter(isCorrection), all.filter((entry) => !isCorrection(entry))]
  const ids = (entries: Loose[]) => entries.map(({ entryId }) => entryId)
  t.strictSame(await readIds({ kind: 'all' }), ids(all), 'corrections first')
  t.strictSame(await readIds({ kind: 'corrections' }), ids(corrections))
  t.strictSame(await readIds({ kind: 'answers' }), ids(answers))
  const third = answers.filter(({ sitting }) => sitting === 3)
  t.ok(third.length > 1)
  t.strictSame(await readIds({ kind: 'answers', sitting: 3 }), ids(third))
  t.strictSame(await readIds({ sitting: 3 }), [...ids(corrections), ...ids(third)])
  t.strictSame(await readIds({ sitting: 77, kind: 'answers' }), [])
})

/**
 * 9 corrections and 21 questions, some of them at one instant, in one sitting, or without a date: `all` is what the
 * history shows of them, `expected` the ids in the documented order.
 */
async function longHistory(context: TestContext): Promise<{ all: Loose[]; expected: string[] }> {
  const corrections: DatedEntry[] = []
  for (let n = 0; n < 9; n += 1) {
    const correction = n % 4 === 0 ? null : `😀${n}`.repeat(100 * n)
    const at = `2026-01-0${1 + (n % 3)}T00:00:00.000Z`
    corrections.push({ at, ...(await addCorrection(context, { claim: `Claim ${n}.`, correction, recordedAt: at })) })
  }
  const answers: DatedEntry[] = []
  for (let n = 0; n < 21; n += 1) {
    const at = n % 3 === 0 ? null : `2024-05-0${1 + (n % 4)}T00:00:00.000Z`
    const sitting = n % 5 === 0 ? null : 1 + (n % 5)
    answers.push({
      at,
      ...(await addImportedAnswer(context, { answer: `${n} 🎹`.repeat(1 + n * 10), offeredAt: at, sitting })),
    })
  }
  const pages = await walk((query) => createMemoryClient(context).history({ ...query, limit: 50, maxChars: 20_000 }))
  const newestFirst = (dated: DatedEntry[]) =>
    dated
      .map(({ at, id }) => [at ?? '', id])
      .sort()
      .reverse()
      .map(([, id = '']) => id)
  return { all: assembleEntries(pages), expected: [...newestFirst(corrections), ...newestFirst(answers)] }
}
type DatedEntry = { id: string; at: string | null }

const isCorrection = ({ kind }: Loose) => kind === 'correction'

t.test('a position where no page begins is malformed, even under a valid checksum', async (t) => {
  const context = await createTestContext(t)
  const { history } = createMemoryClient(context)
  const correction = await addCorrection(context, { recordedAt: '2026-01-01T00:00:00.000Z' })
  const shape = {
    part: isOneOf('correction', 'answer'),
    at: allowNull(isInstant),
    id: isUuid,
    field: isCount,
    start: isCount,
  }
  const { write } = createCursorCodec('listInterviewHistory', shape)
  const listing = { artistId: context.artistId, filter: { kind: 'all', sitting: null } }
  const real = { part: 'correction', at: '2026-01-01T00:00:00.000Z', id: correction.id, field: 1, start: 5 } as const
  const at = (place: object) => history({ cursor: write(listing, 0, { ...real, ...place }) })
  t.equal((await at({})).body.entries[0].fields[0].text, 'up beside one.')
  for (const place of [{ part: 'answer' }, { at: null }, { id: context.artistId }, { field: 2 }, { start: 99 }]) {
    t.match(await at(place), malformed, JSON.stringify(place))
  }
})
