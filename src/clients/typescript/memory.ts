import type { CallOptions, Client } from './client.ts'
import type { Schemas } from './operation-types.ts'
import { readPages } from './pages.ts'

type MemoryEntry = Schemas['MemoryEntry']

/** The whole mandatory memory of a sitting, its texts put together from as many pages as it took. */
export type Memory = {
  /** Sent with an offer, it proves that the question was prepared under this memory. */
  snapshotId: string
  sitting: number
  latestAnswer: Schemas['LatestAnswer'] | null
  entries: CompleteMemoryEntry[]
}

export type CompleteMemoryEntry = Omit<MemoryEntry, 'fields'> & {
  /**
   * The exact texts by name: `question` and `answer`, `claim` and `correction`, `question` and `wording`; null where
   * there is none.
   */
  texts: Partial<Record<Schemas['MemoryFieldName'], string | null>>
}

/** Reads the memory to its last page; when it changes in between, from the beginning. */
export async function readMemory(
  client: Client,
  artistId: string,
  sitting: number,
  options?: CallOptions,
): Promise<Memory> {
  const input = { path: { id: artistId }, query: { sitting, maxChars: 20_000 } }
  const pages = await readPages(client, 'readInterviewMemory', input, options)
  const [first] = pages
  if (first === undefined) throw new Error('The memory has no page')
  const entries = joinMemoryPages(pages.flatMap((page) => page.entries))
  return { snapshotId: first.snapshotId, sitting: first.sitting, latestAnswer: first.latestAnswer, entries }
}

/** A text that did not fit its page goes on in the same entry of the next one. */
export function joinMemoryPages(parts: readonly MemoryEntry[]): CompleteMemoryEntry[] {
  const entries = new Map<string, CompleteMemoryEntry>()
  for (const { fields, ...about } of parts) {
    const entry = entries.get(about.entryId) ?? { ...about, texts: {} }
    entries.set(about.entryId, entry)
    for (const { name, text, start } of fields) {
      if (start !== (entry.texts[name]?.length ?? 0)) throw new Error(`The memory has a gap in ${name} at ${start}`)
      entry.texts[name] = text === null ? null : `${entry.texts[name] ?? ''}${text}`
    }
  }
  return [...entries.values()]
}
