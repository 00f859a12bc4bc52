import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { addSource } from '../../../test/support/test-context.ts'

/** The longest possible text, and one that is as long as the window. */
export const longChars = 4_000_000
export const windowChars = 4_000

/** Where windows of the long text are read: its ends, its middle, and an offset inside a stored chunk. */
export const longStarts = [0, 1_234_567, 2_000_000, longChars - windowChars]

export type StoredPair = { long: { sourceId: string }; short: { sourceId: string } }

/**
 * Both begin alike, so that a window of either is the same work once it is read. Neither is indexed: there is no
 * search.
 */
export async function storeBoth({ db, artistId }: { db: Kysely<DB>; artistId: string }): Promise<StoredPair> {
  const add = (text: string) => addSource(db, artistId, text)
  const row = 'The kettle, the organ, the bell; é and 😀. '
  const text = row.repeat(Math.ceil(longChars / row.length))
  return { long: await add(text.slice(0, longChars)), short: await add(text.slice(0, windowChars)) }
}
