import type { Kysely } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { isIdeographic } from '#src/records/memory/exclusions/words.ts'
import { type FoldedWord, fold, foldWords } from '#src/text/fold.ts'
import { stopWords } from '#src/text/languages.ts'

export async function findArtistName(db: Kysely<DB>, artistId: string): Promise<string> {
  const { name } = await db.selectFrom('artists').select('name').where('id', '=', artistId).executeTakeFirstOrThrow()
  return name
}

/** Whether a text names the artist: by the whole name, or by the last word of it with a capital letter. */
export type NameMatcher = (text: string) => boolean

export function buildNameMatcher(artistName: string): NameMatcher {
  const words = foldWords(artistName).map(({ word }) => word)
  const last = words.at(-1) ?? ''
  return (text) => {
    if (isIdeographic(artistName)) return text.includes(artistName)
    // Most texts are decided by this, which takes a tenth of the time that parting their words does.
    if (!fold(text).includes(last)) return false
    const found = foldWords(text)
    const isCapital = (one: FoldedWord) => /\p{Lu}/u.test(text[one.start] ?? '')
    return found.some((one, at) => {
      if (words.every((name, n) => found[at + n]?.word === name)) return true
      if (words.length === 1 || !isForm(one.word, last) || !isCapital(one)) return false
      // "Aldous Quill" is another of the name.
      const before = found[at - 1]
      const isBeside = before !== undefined && text.slice(before.end, one.start) === ' ' && isCapital(before)
      return !isBeside || words.includes(before.word) || stopWords.has(before.word)
    })
  }
}

/** "Quill", and "Quill's". */
const isForm = (word: string, name: string): boolean => word === name || word === `${name}'s`
