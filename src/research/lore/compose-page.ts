import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import type { Language } from '#src/text/languages.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'
import { compose, findLanguage, type LoreInput } from './compose.ts'
import type { Lore } from './evidence.ts'
import { readPassages } from './gather.ts'
import { type Records, readTexts } from './material.ts'

/**
 * Composes a page from the artist's records, with the texts of their sources as they are now.
 * @throws the reason of the signal, between time slices
 */
export async function composePage(
  db: Kysely<DB>,
  artistId: string,
  records: Records,
  { signal, ...printing }: Pick<LoreInput, 'charsMax' | 'precedingText'> & { signal?: AbortSignal },
): Promise<{ page: Lore; language: Language }> {
  const printed = await readPassages({ read: (windows) => readTexts(db, artistId, windows), signal }, records)
  const input = { ...records, ...printed, ...printing }
  return { page: await runInTimeSlices(compose(input), signal), language: findLanguage(input) }
}
