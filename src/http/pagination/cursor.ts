import { createHash } from 'node:crypto'
import type { OperationId } from '#src/contract/document.ts'
import { invalid, Problem } from '#src/contract/problems/problem.ts'
import { canonicalJson } from '#src/text/canonical.ts'
import type { CursorGuard } from './cursor-guards.ts'

/**
 * What is listed: of which artist, and under which filter. Page sizes are no part of it and may differ from page to
 * page.
 */
export type Listing = { artistId: string; filter?: Record<string, string | number | null> }

/**
 * A short value that differs whenever the listed content does: a revision, a digest, or the number of the newest change
 * that touches the list. It is read with every page, so it must cost no more with two thousand rows than with twenty. A
 * list takes the narrowest mark it can have at that price: one that moves with unrelated changes would send its readers
 * back to the start for nothing.
 */
export type ListVersion = string | number

/** Where a page begins, and the mark of the content that the page before it was taken from. */
export type Cursor<P> = { mark: ListVersion; position: P }

type Shape = Record<string, CursorGuard<unknown>>
type PositionOf<S extends Shape> = { [Name in keyof S]: S[Name] extends CursorGuard<infer T> ? T : never }

/** 96 bits: no accident passes for a cursor. */
const checkChars = 16

/**
 * The cursors of one operation (operations, section 1): `<base64url of the canonical JSON of a place>.<checksum>`. The
 * checksum covers the operation, the artist and the filter as well, so a cursor of another list is malformed here.
 *
 * It is no signature, and none is needed: a cursor grants nothing. Who asks is judged anew on every page, and a forged
 * position that passes `shape` leads no further than the same caller may read anyway.
 */
export function createCursorCodec<S extends Shape>(operation: OperationId, shape: S) {
  /** @throws Problem `invalid_request` naming `query.cursor`; undefined where there is no cursor: the first page. */
  function read(listing: Listing, cursor: string | undefined): Cursor<PositionOf<S>> | undefined {
    if (cursor === undefined) return undefined
    const text = Buffer.from(cursor.slice(0, cursor.indexOf('.')), 'base64url').toString('utf8')
    if (cursor !== sealed(listing, text)) throw malformedCursor()
    const place = parsed(text)
    if (!isPlace(place, shape)) throw malformedCursor()
    return place
  }

  const write = (listing: Listing, mark: ListVersion, position: PositionOf<S>): string =>
    sealed(listing, canonicalJson({ mark, position }))

  const sealed = (listing: Listing, text: string) =>
    `${Buffer.from(text).toString('base64url')}.${checkOf(operation, listing, text)}`

  return { read, write }
}

/** @throws Problem `cursor_stale` when what is listed has changed since the page before. */
export function refuseStaleCursor(place: Cursor<unknown> | undefined, mark: ListVersion): void {
  if (place !== undefined && place.mark !== mark) throw new Problem('cursor_stale')
}

/** Also for a position that only the content shows to be impossible: nobody was ever given it. */
export const malformedCursor = () => invalid('query.cursor', 'is none that this listing has given out')

function checkOf(operation: OperationId, { artistId, filter = {} }: Listing, text: string): string {
  const covered = canonicalJson([operation, artistId, filter, text])
  return createHash('sha256').update(covered).digest('base64url').slice(0, checkChars)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isPlace<S extends Shape>(value: unknown, shape: S): value is Cursor<PositionOf<S>> {
  if (!isRecord(value) || !isRecord(value.position)) return false
  const { mark, position } = value
  if (typeof mark !== 'string' && typeof mark !== 'number') return false
  return Object.entries(shape).every(([name, guard]) => guard(position[name]))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
