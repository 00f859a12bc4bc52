import { type Kysely, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { DB } from '#src/database/tables.gen.ts'
import { indexTexts } from '#src/evidence/search/index-texts.ts'
import { searchEvidence } from '#src/evidence/search/search-evidence.ts'
import { countWindows, packVectors, splitBatch, windowsPerBatch } from '#src/evidence/search/semantic/vectors.ts'
import { saveBatch, type UnembeddedText } from '#src/research/embed/queries.ts'
import { createQueryEmbedder } from '#src/research/embed/query-embedder.ts'
import type { EmbeddingModel } from '#src/research/providers/embeddings.ts'
import { computeSourceRevision } from '#src/text/revisions.ts'
import { toUtf16 } from '#src/text/utf16.ts'
import type { Engine } from './measure.ts'

/** The usual budget of a response (operations, section 6); ten windows are requested, so it is raised in proportion. */
const maxChars = 12_000

/** The service's own search, as its handler runs it, with a model or without: all texts are one artist's. */
export async function createServiceEngine(
  db: Kysely<DB>,
  texts: Map<string, string>,
  embeddings?: EmbeddingModel,
): Promise<Engine> {
  const artistId = uuidv7()
  const caller = { kind: 'user', subject: artistId } as const
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
    })
    await indexTexts(db, artistId, [{ sourceId, revision }], text.length)
    if (embeddings !== undefined) {
      await embedText(
        db,
        embeddings,
        artistId,
        { sourceId, revision, totalChars: text.length, windows: 0, dimensions: null },
        text,
      )
    }
  }
  await sql`analyze`.execute(db)
  return {
    name: embeddings === undefined ? 'this service' : `this service, with ${embeddings.name}`,
    async find(query, limit) {
      const scope = { caller, artistId, kind: undefined }
      const embedder = embeddings && createQueryEmbedder(db, artistId, embeddings)
      const { passages } = await searchEvidence(db, scope, { query, limit, maxChars }, embedder)
      return passages.map(({ sourceId, start, end }) => ({ file: files.get(sourceId) ?? '', start, end }))
    },
  }
}

/** The vectors of a text, as the job makes them. */
async function embedText(
  db: Kysely<DB>,
  embeddings: EmbeddingModel,
  artistId: string,
  source: UnembeddedText,
  text: string,
): Promise<void> {
  const count = countWindows(text.length)
  for (let batch = 0; batch * windowsPerBatch < count; batch += 1) {
    const windows = splitBatch(batch, text.length)
    const windowTexts = windows.map(({ start, end }) => text.slice(start, end))
    const answer = await embeddings.embed(windowTexts, new AbortController().signal)
    if ('failed' in answer) throw new Error(`The embedding model: ${answer.failed}`)
    const { vectors } = answer
    const windowsDone = batch * windowsPerBatch + windows.length
    const embedded = { batch, vectors: packVectors(vectors), windows: windowsDone, complete: windowsDone === count }
    const space = { model: embeddings.name, dimensions: vectors[0]?.length ?? 0 }
    await db.transaction().execute((trx) => saveBatch(trx, artistId, space, source, embedded))
  }
}
