import type { Replica } from '#src/database/replica.ts'
import { selectPaddedWindow, type WindowRequest } from './windows.ts'

/** Identifies one text for ever: a revision is the hash of its text, and no revision is ever changed or removed. */
export type ReplicaTextKey = { artistId: string; sourceId: string; revision: string }

/**
 * The bytes around a window, read from the replica; undefined if it does not have them yet. Call it only after the
 * primary has authorized the caller to read this text.
 */
export async function findReplicaText(
  replica: Replica,
  text: ReplicaTextKey,
  window: WindowRequest,
): Promise<Buffer | undefined> {
  const row = await replica.tryRead((db) =>
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
