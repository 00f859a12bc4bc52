import { splitsPair, toWholeSegment } from '#src/text/windows.ts'

/** A named text of an entry; null where the entry has none. */
export type Field<Name extends string> = { name: Name; text: string | null }

/** A field, or the window [start, end) of it, in UTF-16 code units. */
export type FieldWindow<Name extends string> = {
  name: Name
  text: string | null
  start: number
  end: number
  totalChars: number
  complete: boolean
}

/** A position in a list of entries: index of the entry, index of its field, offset in the field. */
export type TextPosition = { entry: number; field: number; start: number }

type Entry = { fields: readonly Field<string>[] }
type NameIn<E extends Entry> = E['fields'][number]['name']

export type FilledPage<E extends Entry> = {
  entries: { entry: E; fields: FieldWindow<NameIn<E>>[] }[]
  returnedChars: number
  /** Where the next page begins; undefined after the last entry. */
  next: TextPosition | undefined
}

/** Whether a page can begin there: an existing entry and field, and not inside a surrogate pair. */
export function isPositionIn(entries: readonly Entry[], { entry, field, start }: TextPosition): boolean {
  const found = entries[entry]?.fields[field]
  if (found === undefined) return false
  const text = found.text ?? ''
  return start === 0 || (start < text.length && !splitsPair(toWholeSegment(text), start))
}

/**
 * One page of exact texts from `from` on: at most `charsMax` UTF-16 code units and `entriesMax` entries. A field that
 * does not fit is cut at the budget, one unit earlier rather than inside a surrogate pair, and continues on the next
 * page; a field without text stays on the page of the one before it. Progress is guaranteed for `charsMax` ≥ 2.
 */
export function fillPage<E extends Entry>(
  entries: readonly E[],
  from: TextPosition,
  { charsMax, entriesMax }: { charsMax: number; entriesMax: number },
): FilledPage<E> {
  const filled: FilledPage<E>['entries'] = []
  let unitsLeft = charsMax
  let position = from
  for (const entry of entries.slice(from.entry, from.entry + entriesMax)) {
    const { windows, end } = splitWindows<NameIn<E>>(entry.fields, position, unitsLeft)
    unitsLeft -= windows.reduce((chars, { start, end }) => chars + end - start, 0)
    if (windows.length > 0) filled.push({ entry, fields: windows })
    if (end !== undefined)
      return { entries: filled, returnedChars: charsMax - unitsLeft, next: { ...position, ...end } }
    position = { entry: position.entry + 1, field: 0, start: 0 }
  }
  const next = position.entry < entries.length ? position : undefined
  return { entries: filled, returnedChars: charsMax - unitsLeft, next }
}

type FieldPosition = { field: number; start: number }

/**
 * The windows of one entry from a position on within `unitsLeft` code units, and the position where the budget ended.
 */
function splitWindows<Name extends string>(fields: readonly Field<Name>[], position: FieldPosition, unitsLeft: number) {
  const windows: FieldWindow<Name>[] = []
  for (const [at, field] of fields.entries()) {
    if (at < position.field) continue
    const start = at === position.field ? position.start : 0
    const window = cutWindow(field, start, unitsLeft)
    if (window === undefined) return { windows, end: { field: at, start } }
    windows.push(window)
    unitsLeft -= window.end - start
    if (!window.complete) return { windows, end: { field: at, start: window.end } }
  }
  return { windows, end: undefined }
}

/** Undefined when not one character fits. */
function cutWindow<Name extends string>(
  { name, text }: Field<Name>,
  start: number,
  unitsLeft: number,
): FieldWindow<Name> | undefined {
  if (text === null) return { name, text, start: 0, end: 0, totalChars: 0, complete: true }
  const totalChars = text.length
  const endMax = Math.min(totalChars, start + unitsLeft)
  const end = splitsPair(toWholeSegment(text), endMax) ? endMax - 1 : endMax
  if (end === start && totalChars > start) return undefined
  return { name, text: text.slice(start, end), start, end, totalChars, complete: end === totalChars }
}
