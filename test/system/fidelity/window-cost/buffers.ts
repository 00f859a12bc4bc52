import { type Kysely, sql } from 'kysely'
import { selectPassage } from '#plugins/evidence/queries.ts'
import { selectReading } from '#plugins/knowledge/queries.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { countBuffers, type Explainable } from '../../../evidence/buffers.ts'
import { longStarts, type StoredPair, windowChars } from './texts.ts'

const owner = { kind: 'user', subject: 'owner' } as const

/** The statements of the two reads, as the service executes them. */
export const buildStatements = (db: Kysely<DB>, artistId: string) => ({
  readArtistSource: (sourceId: string, start: number) =>
    selectReading(db, owner, artistId, { sourceId, revision: undefined, start, maxChars: windowChars }),
  readResearchEvidence: (sourceId: string, start: number) =>
    selectPassage(db, owner, artistId, {
      sourceIds: [sourceId],
      revision: undefined,
      visibleStatuses: ['approved'],
      start,
      maxChars: windowChars,
    }),
})

/** How many times as many pages a window of the long text touches at its worst, and how many reading it whole would. */
export async function compareBuffers(db: Kysely<DB>, artistId: string, { long, short }: StoredPair) {
  await sql`analyze sources, source_revisions`.execute(db)
  const reads: ((sourceId: string, start: number) => Explainable)[] = Object.values(buildStatements(db, artistId))
  const ratios: number[] = []
  for (const read of reads) {
    const small = await countBuffers(read(short.sourceId, 0))
    for (const start of longStarts) ratios.push((await countBuffers(read(long.sourceId, start))) / small)
  }
  const whole = db.selectFrom('source_revisions').select(sql`md5(text_utf16)`.as('digest'))
  const wholePages = await countBuffers(whole.where('source_id', '=', long.sourceId))
  return { ratio: Math.max(...ratios), wholePages }
}
