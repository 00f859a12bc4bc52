import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import t from 'tap'
import { listReadableStatuses, selectPassage } from '#plugins/evidence/readResearchEvidence.ts'
import { selectReading } from '#plugins/knowledge/readArtistSource.ts'
import { selectAuthorized } from '#src/auth/authorized-read.ts'
import { decodeUnits } from '#src/evidence/references/windows.ts'
import { createTestContext } from '../support/test-context.ts'

type Explainable = { explain: (format: 'json', expression: ReturnType<typeof sql>) => Promise<object[]> }

/** Pages of shared memory that executing the query touches, once the pages and the plan are warm. */
async function countBuffers(query: Explainable): Promise<number> {
  await query.explain('json', sql`analyze, buffers`)
  const [explained] = await query.explain('json', sql`analyze, buffers`)
  const [{ Plan: plan }] = (explained as { 'QUERY PLAN': [{ Plan: Record<string, number> }] })['QUERY PLAN']
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
}

const context = await createTestContext(t)
const { artistId, db } = context
const window = { revision: undefined, start: 0, maxChars: 1_000 }

const million = 'The kettle, the organ, the bell; é and 😀. '.repeat(25_000).slice(0, 1_000_000)
const long = await context.addSource(million.repeat(4))
const short = await context.addSource(million.slice(0, 4_000))
await sql`analyze sources, source_revisions`.execute(db)

t.test('the permission is part of the statement: it fetches no text for a caller who may not read', async (t) => {
  const { sourceId, text } = await context.addSource('A private text.')
  const evidence = { sourceIds: [sourceId], visibleStatuses: listReadableStatuses('user'), ...window }
  for (const [subject, mayRead] of Object.entries({
    owner: true,
    admin: true,
    stranger: false,
    'other-owner': false,
  })) {
    const caller = { kind: 'user', subject } as const
    const columns = [
      jsonObjectFrom(selectReading(db, artistId, { sourceId, ...window })).as('reading'),
      jsonObjectFrom(selectPassage(db, artistId, evidence)).as('passage'),
    ] as const
    const { rows } = await db.executeQuery(selectAuthorized(db, { caller, artistId }, columns))
    const texts = rows.map(({ reading, passage }) =>
      [reading, passage].map((one) => one && decodeUnits(one.units ?? '')),
    )
    t.same(texts, [mayRead ? [text, text] : [null, null]], subject)
  }
})

t.test('the measure shows what reading the whole text would cost', async (t) => {
  const whole = db.selectFrom('source_revisions').select(sql`md5(text_utf16)`.as('digest'))
  const pages = await countBuffers(whole.where('revision', '=', long.revision))
  t.ok(pages > 1_000, `${pages} pages`)
})

const approved = { visibleStatuses: ['approved' as const] }
const reads: Record<string, (sourceId: string, start: number) => Explainable> = {
  readArtistSource: (sourceId, start) => selectReading(db, artistId, { sourceId, ...window, start, maxChars: 4_000 }),
  readResearchEvidence: (sourceId, start) =>
    selectPassage(db, artistId, { ...approved, sourceIds: [sourceId], ...window, start, maxChars: 4_000 }),
}

for (const [name, read] of Object.entries(reads)) {
  t.test(`${name}: a window of four million characters costs what one of four thousand costs`, async (t) => {
    const small = await countBuffers(read(short.sourceId, 0))
    t.ok(small > 0)
    for (const start of [0, 1_234_567, 2_000_000, 3_996_000]) {
      const large = await countBuffers(read(long.sourceId, start))
      t.comment(`${large} pages at ${start}, ${small} of the short text`)
      t.ok(large <= 1.3 * small, `at ${start}`)
    }
  })
}
