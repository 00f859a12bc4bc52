import type { Standby } from '#src/database/standby.ts'
import { selectPaddedWindow, type WindowRequest } from './windows.ts'

/** Names one text for ever: a revision is the hash of what it names, and no revision is ever changed or removed. */
export type ReplicaTextKey = { artistId: string; sourceId: string; revision: string }

/**
 * The bytes around a window as a standby has them; undefined where it has not got them yet. Only for a caller whom the
 * primary has just authorized to read this very text.
 */
export async function findReplicaText(
  standby: Standby,
  text: ReplicaTextKey,
  window: WindowRequest,
): Promise<Buffer | undefined> {
  const row = await standby.tryRead((db) =>
    db
      .selectFrom('source_revisions as r')
      .select(selectPaddedWindow('r.text_utf16', window).as('bytes'))
      .where('r.artist_id', '=', text.artistId)
      .where('r.source_id', '=', text.sourceId)
      .where('r.revision', '=', text.revision)
      .executeTakeFirst(),
  )
  return row?.bytes ?? undefined
}
