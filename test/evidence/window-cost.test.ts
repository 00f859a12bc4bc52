import { sql } from 'kysely'
import t from 'tap'
import { selectPassage } from '#plugins/evidence/queries.ts'
import { selectReading } from '#plugins/knowledge/queries.ts'
import { createTestContext } from '../support/test-context.ts'
import { countBuffers, type Explainable } from './buffers.ts'

const context = await createTestContext(t)
const { artistId, db } = context
const owner = { kind: 'user', subject: 'owner' } as const

const million = 'The kettle, the organ, the bell; é and 😀. '.repeat(25_000).slice(0, 1_000_000)
const long = await context.addSource(million.repeat(4))
const short = await context.addSource(million.slice(0, 4_000))
await sql`analyze sources, source_revisions`.execute(db)

t.test('the measure shows what reading the whole text would cost', async (t) => {
  const whole = db.selectFrom('source_revisions').select(sql`md5(text_utf16)`.as('digest'))
  const pages = await countBuffers(whole.where('revision', '=', long.revision))
  t.ok(pages > 1_000, `${pages} pages`)
})

const reads: Record<string, (sourceId: string, start: number) => Explainable> = {
  readArtistSource: (sourceId, start) =>
    selectReading(db, owner, artistId, { sourceId, revision: undefined, start, maxChars: 4_000 }),
  readResearchEvidence: (sourceId, start) =>
    selectPassage(db, owner, artistId, {
      sourceIds: [sourceId],
      revision: undefined,
      visibleStatuses: ['approved'],
      start,
      maxChars: 4_000,
    }),
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
