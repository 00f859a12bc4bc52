import { sql } from 'kysely'
import t from 'tap'
import { addImportedAnswer } from '../sessions/interview.ts'
import { createListeningContext } from '../support/listening-context.ts'
import { createTestContext, type TestContext } from '../support/test-context.ts'
import { pollUntil } from '../support/until.ts'

const { db } = await createTestContext(t)

t.test('a revise writes no index of the question: none has a column that it changes', async (t) => {
  const changed = ['answer', 'revision', 'previous', 'answer_updated_at', 'saved_seq']
  const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes where tablename = 'interview_entries'`.execute(db)
  t.ok(rows.length > 1, 'there are indexes')
  for (const { definition } of rows) {
    const words = definition.slice(definition.indexOf(' USING ')).match(/\w+/g) ?? []
    const indexed = words.filter((word) => changed.includes(word))
    t.same(indexed, [], definition)
  }
})

const callers = ['owner', 'other-owner', 'stranger', 'admin', 'unclaimed']

t.test('of callers who read at the same time, each gets its own response and no other', async (t) => {
  const context = await createListeningContext(t)
  const { db, base, artistId, otherArtistId } = context
  const answers: string[] = []
  for (const owned of [artistId, otherArtistId]) {
    for (const n of [1, 2, 3]) {
      const imported = { answer: `${owned} ${n}`, offeredAt: `2026-03-0${n}T10:00:00Z` }
      const { id } = await addImportedAnswer({ db, artistId: owned }, imported)
      answers.push(id)
    }
  }
  const reads = callers.flatMap((caller) =>
    [artistId, otherArtistId].flatMap((artist) =>
      answers.map((id) => ({ caller, path: `/api/artist/${artist}/interview/responses/${id}` })),
    ),
  )
  // Over sockets: requests that arrive on several in one event loop iteration are merged.
  const tokens = new Map(
    await Promise.all(callers.map(async (caller) => [caller, await context.token(caller)] as const)),
  )
  const read = async ({ caller, path }: (typeof reads)[number]) => {
    const response = await fetch(base + path, { headers: { authorization: `Bearer ${tokens.get(caller)}` } })
    return { status: response.status, etag: response.headers.get('etag'), body: await response.json() }
  }

  const alone: Awaited<ReturnType<typeof read>>[] = []
  for (const one of reads) alone.push(await read(one))
  t.strictSame(new Set(alone.map(({ status }) => status)), new Set([200, 401, 403, 404]))
  for (const round of [1, 2, 3]) {
    const together = await Promise.all(reads.map(read))
    t.strictSame(together, alone, `round ${round}`)
  }
  await pollUntil(async () => {
    await Promise.all(reads.map(read))
    return (await countShared(context)) > 0
  })
  t.pass('and statements were shared')
})

/** How many of the pool's sessions have prepared a batch statement. */
async function countShared({ db }: TestContext): Promise<number> {
  const sessions = Array.from({ length: 40 }, async () => {
    const known = sql<{
      n: number
    }>`select count(*)::int as n, pg_sleep(0.1) from pg_prepared_statements where statement like '%with ordinality as k%'`
    return (await known.execute(db)).rows[0]?.n ?? 0
  })
  return (await Promise.all(sessions)).reduce((sum, n) => sum + n, 0)
}
