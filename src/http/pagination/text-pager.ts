import { splitsPair } from '#src/text/windows.ts'
import { createMalformedCursor } from './cursor.ts'

/** A named text of an entry; null where the entry has none. */
export type Field<Name extends string> = { name: Name; text: string | null }

/** A field, or the window [start, end) of it, in UTF-16 code units. */
export type FieldWindow<Name extends string> = Field<Name> & {
  start: number
  end: number
  totalChars: number
  complete: boolean
}

type Entry = { fields: readonly Field<string>[] }
type NameIn<E extends Entry> = E['fields'][number]['name']

type FilledPage<E extends Entry> = {
  entries: { entry: E; fields: FieldWindow<NameIn<E>>[] }[]
  returnedChars: number
  /** Where the next page begins: the entry, and the offset in its texts together. Undefined after the last entry. */
  next: { entry: number; start: number } | undefined
}

const joinTexts = ({ fields }: Entry): string => fields.map(({ text }) => text ?? '').join('')

/**
 * One page of exact texts: at most `charsMax` UTF-16 code units and `entriesMax` entries. A field that does not fit is
 * cut at the budget, one unit earlier rather than inside a surrogate pair, and continues on the next page; a field
 * without text stays on the page of the one before it. Progress is guaranteed for `charsMax` ≥ 2.
 * @param from the cursor's offset in the texts of the first entry; undefined without a cursor
 * @throws Problem `invalid_request` where no page begins: at or past the end of the texts, or inside a surrogate pair
 */
export function fillPage<E extends Entry>(
  entries: readonly E[],
  from: number | undefined,
  { charsMax, entriesMax }: { charsMax: number; entriesMax: number },
): FilledPage<E> {
  const [first] = entries
  const text = first === undefined ? '' : joinTexts(first)
  if (from !== undefined && (from >= text.length || splitsPair(text, from))) throw createMalformedCursor()
  const filled: FilledPage<E>['entries'] = []
  let [at, start, returnedChars] = [0, from ?? 0, 0]
  for (const entry of entries.slice(0, entriesMax)) {
    const fields = cutFields<NameIn<E>>(entry.fields, start, charsMax - returnedChars)
    const chars = fields.reduce((sum, window) => sum + window.end - window.start, 0)
    if (fields.length > 0) filled.push({ entry, fields })
    returnedChars += chars
    start += chars
    if (start < joinTexts(entry).length) return { entries: filled, returnedChars, next: { entry: at, start } }
    at += 1
    start = 0
  }
  return { entries: filled, returnedChars, next: at < entries.length ? { entry: at, start: 0 } : undefined }
}

/** The windows of an entry from an offset in its texts on, within a number of code units. */
function cutFields<Name extends string>(fields: readonly Field<Name>[], from: number, charsMax: number) {
  const windows: FieldWindow<Name>[] = []
  let [start, charsLeft] = [from, charsMax]
  for (const { name, text } of fields) {
    const totalChars = text?.length ?? 0
    if (from > 0 && windows.length === 0 && start >= totalChars) {
      start -= totalChars
      continue
    }
    const furthest = Math.min(totalChars, start + charsLeft)
    const end = splitsPair(text ?? '', furthest) ? furthest - 1 : furthest
    if (end === start && end < totalChars) break
    windows.push({ name, text: text?.slice(start, end) ?? null, start, end, totalChars, complete: end === totalChars })
    if (end < totalChars) break
    charsLeft -= end - start
    start = 0
  }
  return windows
}
