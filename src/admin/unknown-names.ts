import type { Kysely } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import type { DB } from '#src/database/tables.gen.ts'

export const createUnknownArtist = (artistId: string) =>
  new Problem('not_found', { message: `There is no artist ${artistId}; "artist list" has those there are, by name` })

export const createUnknownUser = (subject: string) =>
  new Problem('not_found', {
    message: `There is no user ${subject}; "user list" has those there are, "user add" makes one`,
  })

/**
 * Without this check the listing of an unknown artist would be empty, like that of an artist with nothing to list.
 * @throws Problem `not_found`
 */
export async function refuseUnknownArtist(db: Kysely<DB>, artistId: string | undefined): Promise<void> {
  if (artistId === undefined) return
  const artist = await db.selectFrom('artists').select('id').where('id', '=', artistId).executeTakeFirst()
  if (artist === undefined) throw createUnknownArtist(artistId)
}

/** @throws Problem `not_found` */
export async function refuseUnknownUser(db: Kysely<DB>, subject: string | undefined): Promise<void> {
  if (subject === undefined) return
  const user = await db.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirst()
  if (user === undefined) throw createUnknownUser(subject)
}
