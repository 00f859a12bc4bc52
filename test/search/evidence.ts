import type { Test } from 'tap'
import type { Providers } from '#src/research/providers/index.ts'
import { createTestContext, type Loose, type SourceOptions } from '../support/test-context.ts'

export type SearchOptions = { limit?: number; maxChars?: number; kind?: string; as?: string; artistId?: string }

/** A test context for searching sources, with common assertions. */
export async function createSearchContext(t: Test, providers: Providers = {}) {
  const context = await createTestContext(t, {}, providers)

  const answer = (query: string, { as = 'owner', artistId = context.artistId, ...rest }: SearchOptions = {}) => {
    const parameters = new URLSearchParams({ query })
    for (const [name, value] of Object.entries(rest)) parameters.set(name, String(value))
    return context.call(as, 'GET', `/api/artist/${artistId}/knowledge/search?${parameters}`)
  }

  /** The response's body, after checking that its windows are the texts at their offsets. */
  async function search(query: string, options: SearchOptions = {}): Promise<Loose> {
    const { status, body } = await answer(query, options)
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
    for (const { source, revision, start, end, text } of body.passages) {
      const storedText = texts.get(`${source.sourceId} ${revision}`) as string
      t.equal(text, storedText.slice(start, end), `an exact slice for ${query}`)
      t.ok(text.isWellFormed(), 'no pair is split')
    }
    return body
  }

  const texts = new Map<string, string>()
  const addText = async (text: string, options?: SourceOptions) => {
    const source = await context.addSource(text, options)
    texts.set(`${source.sourceId} ${source.revision}`, text)
    return source
  }

  /** The texts of the windows found. */
  const found = async (query: string, options?: SearchOptions): Promise<string[]> =>
    (await search(query, options)).passages.map(({ text }: Loose) => text)

  return { ...context, answer, search, found, addText }
}
