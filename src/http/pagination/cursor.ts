import { createHash } from 'node:crypto'
import type { OperationId } from '#src/contract/document.ts'
import { createInvalidRequest, Problem } from '#src/contract/problems/problem.ts'
import { toCanonicalJson } from '#src/text/canonical.ts'
import { isRecord, parseJson } from '#src/text/json.ts'
import type { CursorGuard } from './cursor-guards.ts'

/**
 * What is listed: the artist, where the list is of one, and the filter. The page size is not part of it and may vary
 * from page to page.
 */
export type Listing = { artistId?: string; filter?: Record<string, string | number | null> }

/**
 * A short value that changes with the listed content: a revision, a digest, or the number of the newest relevant
 * change. Read with every page, so its cost must not grow with the list. Choose the narrowest at that cost: one that
 * moves with unrelated changes sends readers back to the first page for nothing.
 */
type ListVersion = string | number

/** The position where a page begins, and the list version that the previous page was read at. */
type Cursor<P> = { listVersion: ListVersion; position: P }

type Shape = Record<string, CursorGuard<unknown>>
type PositionOf<S extends Shape> = { [Name in keyof S]: S[Name] extends CursorGuard<infer T> ? T : never }

/**
 * Part of the checksum, raised when a position changes its meaning: a version of the service refuses the cursors of
 * another one instead of leaving out what they would skip.
 */
const positionFormat = 2

/** 96 bits: no accidental match. */
const checkChars = 16

/**
 * The cursors of one operation (operations, section 1): `<base64url of canonical JSON>.<checksum>`. The checksum covers
 * the operation, artist and filter; it is no signature, since a cursor grants nothing: every page is authorized, and a
 * forged position that passes `shape` reads only what the caller may read.
 */
export function createCursorCodec<S extends Shape>(operation: OperationId, shape: S) {
  /** @throws Problem `invalid_request` naming `query.cursor`. Undefined without a cursor: the first page. */
  function read(listing: Listing, cursor: string | undefined): Cursor<PositionOf<S>> | undefined {
    if (cursor === undefined) return undefined
    const text = Buffer.from(cursor.slice(0, cursor.indexOf('.')), 'base64url').toString('utf8')
    if (cursor !== seal(listing, text)) throw createMalformedCursor()
    const cursorValue = parseJson(text)
    if (!isCursor(cursorValue, shape)) throw createMalformedCursor()
    return cursorValue
  }

  const write = (listing: Listing, listVersion: ListVersion, position: PositionOf<S>): string =>
    seal(listing, toCanonicalJson({ listVersion, position }))

  const seal = (listing: Listing, text: string) =>
    `${Buffer.from(text).toString('base64url')}.${computeChecksum(operation, listing, text)}`

  /** The page that a request asks for. @throws Problem as `read` */
  function openPage(listing: Listing, { cursor: given, limit }: { cursor?: string | undefined; limit: number }) {
    const cursor = read(listing, given)
    return {
      /** Where it begins; undefined for the first page. */
      position: cursor?.position,
      /**
       * At most `count` rows, where one row more says that another page follows: it begins at the position that
       * `locate` gives of the last row. A list without a version is empty.
       * @throws Problem `cursor_stale`; `invalid_request` where no page begins
       */
      cut<Row>(
        { rows, listVersion }: { rows: readonly Row[]; listVersion: ListVersion | null },
        locate: (last: Row) => PositionOf<S>,
        count = limit,
      ): { page: Row[]; nextCursor: string | null } {
        const version = listVersion ?? ''
        refuseStaleCursor(cursor, version)
        if (cursor !== undefined && rows.length === 0) throw createMalformedCursor()
        const page = rows.slice(0, count)
        const last = page.at(-1)
        const hasMore = rows.length > count && last !== undefined
        return { page, nextCursor: hasMore ? write(listing, version, locate(last)) : null }
      },
    }
  }

  return { read, write, openPage }
}

/** @throws Problem `cursor_stale` when the list has changed since the previous page. */
export function refuseStaleCursor(cursorValue: Cursor<unknown> | undefined, listVersion: ListVersion): void {
  if (cursorValue !== undefined && cursorValue.listVersion !== listVersion) throw new Problem('cursor_stale')
}

/** Also for a position that proves impossible only against the content, and so was never issued. */
export const createMalformedCursor = () =>
  createInvalidRequest('query.cursor', 'is none that this listing has given out')

function computeChecksum(operation: OperationId, { artistId, filter = {} }: Listing, text: string): string {
  const covered = toCanonicalJson([positionFormat, operation, artistId ?? null, filter, text])
  return createHash('sha256').update(covered).digest('base64url').slice(0, checkChars)
}

function isCursor<S extends Shape>(value: unknown, shape: S): value is Cursor<PositionOf<S>> {
  if (!isRecord(value) || !isRecord(value.position)) return false
  const { listVersion, position } = value
  if (typeof listVersion !== 'string' && typeof listVersion !== 'number') return false
  return Object.entries(shape).every(([name, guard]) => guard(position[name]))
}
