import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { indexSource } from '#src/evidence/search/index-source.ts'
import { searchEvidence } from '#src/evidence/search/search-evidence.ts'
import { computeSourceRevision } from '#src/text/revisions.ts'
import { toUtf16 } from '#src/text/utf16.ts'
import type { Engine, World } from './engine.ts'

/** The usual budget of a response (operations, section 6); ten windows are requested, so it is raised in proportion. */
const maxChars = 12_000

/** The service's own search, as its handler runs it: all texts are one artist's. */
export async function service({ db }: World, texts: Map<string, string>): Promise<Engine> {
  const artistId = uuidv7()
  const caller = { kind: 'user', subject: 'editor' } as const
  await db.insertInto('artists').values({ id: artistId, name: 'Mara Quill' }).execute()
  await db.insertInto('users').values({ id: uuidv7(), subject: caller.subject, is_admin: true }).execute()
  const files = new Map<string, string>()
  for (const [file, text] of texts) {
    const sourceId = `vault:${uuidv7()}`
    const revision = computeSourceRevision({ artistId, sourceId, text })
    files.set(sourceId, file)
    await db.transaction().execute(async (trx) => {
      const source = { artist_id: artistId, source_id: sourceId, revision }
      await trx
        .insertInto('sources')
        .values({ ...source, kind: 'vault', curation: 'approved' })
        .execute()
      const stored = { ...source, text_utf16: toUtf16(text), total_chars: text.length }
      await trx.insertInto('source_revisions').values(stored).execute()
      await indexSource(trx, artistId, sourceId, revision, text)
    })
  }
  await sql`analyze`.execute(db)
  return {
    name: 'this service',
    async find(query, limit) {
      const scope = { caller, artistId, kind: undefined }
      const { passages } = await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute((trx) => searchEvidence(trx, scope, { query, limit, maxChars }))
      return passages.map(({ sourceId, start, end }) => ({ file: files.get(sourceId) ?? '', start, end }))
    },
  }
}
