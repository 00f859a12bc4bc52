import { type Kysely, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Handler } from '#plugins/handler.ts'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { viewInstantOrNull } from '#src/database/instants.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { isCurrentText, selectEligible } from '#src/evidence/references/eligible-sources.ts'
import { decodeUnits, extractWindow, selectWindow, type WindowRequest } from '#src/evidence/references/windows.ts'
import { computeEmptyRevision, selectSourceColumns, viewKnowledgePassage, viewSource } from './sources.ts'

/**
 * An exact window of the current text, or of an earlier one where its version is named (operations, section 6). A
 * source without a stored text has the empty one, so that it can be listed and read before its text comes.
 */
export const readArtistSource: Handler<'readArtistSource'> = async ({ path, query, caller }, { db }) => {
  const { start, maxChars, includeVersion } = query
  const { sourceId } = path
  const { row } = await readAuthorized(db, { caller, artistId: path.id }, [
    jsonObjectFrom(selectReading(db, path.id, { sourceId, revision: query.revision, start, maxChars })).as('row'),
  ])
  if (row === null) throw new Problem('not_found')
  const emptyRevision = computeEmptyRevision(path.id, sourceId)
  const currentRevision = row.current_revision ?? emptyRevision
  const revision = query.revision ?? currentRevision
  if (row.units === null && revision !== emptyRevision) throw new Problem('not_found')
  if (revision !== currentRevision && !includeVersion) throw new Problem('revision_changed')

  const totalChars = row.total_chars ?? 0
  const window = extractWindow({ text: decodeUnits(row.units ?? ''), totalChars }, query)
  const version = {
    state: revision === currentRevision ? ('current' as const) : ('historical' as const),
    currentRevision,
    capturedAt: viewInstantOrNull(row.captured_at),
  }
  return {
    status: 200,
    body: {
      status: 'ok',
      passage: viewKnowledgePassage(viewSource(path.id, row), revision, window),
      totalChars,
      nextStart: window.nextStart,
      returnedChars: window.text.length,
      truncated: window.nextStart !== null,
      ...(includeVersion && { version }),
    },
  }
}

type TextRequest = WindowRequest & { sourceId: string; revision: string | undefined }

/**
 * A window of one revision of a source, the current one where none is named. Not executed here, so that its cost can be
 * looked at.
 */
export const selectReading = (db: Kysely<DB>, artistId: string, window: TextRequest) =>
  selectEligible(db, artistId)
    .where('s.source_id', '=', window.sourceId)
    .leftJoin('source_revisions as c', (join) => join.on(isCurrentText(artistId)))
    .leftJoin('source_revisions as r', (join) =>
      join
        .on('r.artist_id', '=', artistId)
        .onRef('r.source_id', '=', 's.source_id')
        .on('r.revision', '=', sql<string>`coalesce(${window.revision ?? null}, s.revision)`),
    )
    .select(selectSourceColumns(artistId))
    .select(['r.total_chars', 'r.captured_at'])
    .select(selectWindow('r.text_utf16', window).as('units'))
