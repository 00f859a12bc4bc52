import type { Handler } from '#plugins/handler.ts'
import { Problem } from '#src/contract/problems/problem.ts'
import { createCursorCodec, createMalformedCursor, refuseStaleCursor } from '#src/http/pagination/cursor.ts'
import { isText, isUuid } from '#src/http/pagination/cursor-guards.ts'
import { findUser, listArtistsForUser } from './queries.ts'

const nameCharsMax = 600

const cursors = createCursorCodec('listMyArtists', { name: isText(nameCharsMax), id: isUuid })

/** Artists by name. A cursor belongs to the caller, and is valid until the caller's artists or their names change. */
export const listMyArtists: Handler<'listMyArtists'> = async ({ query, caller: { subject } }, { db }) => {
  const { name } = query
  const listing = { filter: { subject, name: name ?? null } }
  const cursor = cursors.read(listing, query.cursor)

  const user = await findUser(db, subject)
  if (user === undefined) throw new Problem('not_signed_in')
  const found = await listArtistsForUser(db, user, { namePart: name, from: cursor?.position, rowsMax: query.limit + 1 })
  const listVersion = found[0]?.list_version ?? ''
  refuseStaleCursor(cursor, listVersion)
  if (cursor !== undefined && found[0]?.id !== cursor.position.id) throw createMalformedCursor()

  const next = found[query.limit]
  return {
    status: 200,
    body: {
      status: 'ok',
      administrator: user.is_admin,
      artists: found.slice(0, query.limit).map(({ id, name }) => ({ id, name })),
      nextCursor: next === undefined ? null : cursors.write(listing, listVersion, { name: next.name, id: next.id }),
    },
  }
}
