import type { Test } from 'tap'
import { computeLoreRevision, type HashedCitation } from '#src/text/revisions.ts'
import { fromUtf16 } from '#src/text/utf16.ts'
import type { TestContext } from '../support/test-context.ts'
import { advanceUntilIdle, enqueue } from './slices.ts'

/** Every Lore version of the test's artist, the oldest first. */
export const listLoreVersions = ({ db, artistId }: Pick<TestContext, 'db' | 'artistId'>) =>
  db.selectFrom('lore_versions').selectAll().where('artist_id', '=', artistId).orderBy('number').execute()

/** Refreshes Lore to the end and returns its text. */
export async function refreshLore(context: TestContext): Promise<string> {
  await enqueue(context, 'lore_refresh')
  await advanceUntilIdle(context)
  return (await listLoreVersions(context)).at(-1)?.text ?? ''
}

/** Checks every version: its chain, its revision, and each citation against the stored text, unit for unit. */
export async function checkLore(t: Test, context: TestContext): Promise<void> {
  let previous: string | null = null
  for (const version of await listLoreVersions(context)) {
    const { text } = version
    const citations = version.citations as HashedCitation[]
    t.equal(version.previous, previous, 'it names the version before it')
    t.equal(version.revision, computeLoreRevision({ artistId: context.artistId, text, citations, previous }))
    for (const citation of citations) {
      const cited = await readText(context, citation)
      t.equal(text.slice(citation.start, citation.end), cited.slice(citation.quoteStart, citation.quoteEnd))
    }
    previous = version.revision
  }
}

async function readText({ db, artistId }: TestContext, { kind, id, revision }: HashedCitation): Promise<string> {
  if (kind === 'answer') {
    const version = db.selectFrom('response_versions').select('answer').where('entry_id', '=', id)
    return (await version.where('revision', '=', revision).executeTakeFirstOrThrow()).answer
  }
  const stored = db.selectFrom('source_revisions').select('text_utf16').where('artist_id', '=', artistId)
  const { text_utf16 } = await stored
    .where('source_id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow()
  return fromUtf16(text_utf16)
}
