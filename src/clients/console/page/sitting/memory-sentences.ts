import type { Schemas } from '../api/shapes.ts'

type Entry = Pick<Schemas['MemoryEntry'], 'entryId' | 'kind' | 'fields' | 'metadata'>
type Texts = Partial<Record<Schemas['MemoryFieldName'], string>>

/** One thing to respect, as a sentence of plain words with the exact texts in quotation marks between them. */
export type MemorySentence = { id: string; kind: Entry['kind']; parts: { text: string; isQuoted: boolean }[] }

/** Boundaries first, for they are what a question must not touch at all. */
const order: Entry['kind'][] = ['boundary', 'correction', 'latest_answer']

/**
 * The entries of every page as sentences. An entry that is continued on the next page comes once, with its texts put
 * together again.
 */
export function writeMemorySentences(entries: readonly Entry[]): MemorySentence[] {
  const byId = Map.groupBy(entries, ({ entryId }) => entryId)
  const sentences = [...byId.values()].flatMap((parts) => {
    const [entry] = parts
    return entry === undefined
      ? []
      : [{ id: entry.entryId, kind: entry.kind, parts: writeParts(entry, joinTexts(parts)) }]
  })
  return sentences.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
}

function joinTexts(entries: readonly Entry[]): Texts {
  const texts: Texts = {}
  for (const { name, text } of entries.flatMap(({ fields }) => fields))
    if (text !== null) texts[name] = (texts[name] ?? '') + text
  return texts
}

function writeParts({ kind, metadata }: Entry, texts: Texts): MemorySentence['parts'] {
  const { question = '', answer = '', claim = '', correction, wording = '' } = texts
  switch (kind) {
    case 'boundary':
      return [
        say('Not to be asked, in the artist’s own words:'),
        quote(wording),
        say('It was said at the question'),
        quote(question),
        say(metadata.scope === 'sitting' ? 'and holds for this sitting.' : 'and holds until it is taken back.'),
      ]
    case 'correction':
      return [
        say('The artist called this wrong:'),
        quote(claim),
        ...(correction === undefined
          ? [say('It is left out, and the artist gave no other words for it.')]
          : [say('Right is:'), quote(correction)]),
      ]
    case 'latest_answer':
      return [say('Asked'), quote(question), say('the artist answered last:'), quote(answer)]
  }
}

const say = (text: string) => ({ text, isQuoted: false })
const quote = (text: string) => ({ text, isQuoted: true })
