import type { Test } from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { enqueueJob } from '#src/queue/enqueue.ts'
import { computeLoreRevision, type HashedCitation } from '#src/text/revisions.ts'
import { fromUtf16 } from '#src/text/utf16.ts'
import { findOutsideForms } from '../lore/fixed-forms.ts'
import type { Loose, TestContext } from '../support/test-context.ts'

/** Calls advanceResearch, as an open page does, until no job is due. Returns the responses of the slices. */
export async function pump(context: TestContext, body: unknown = { artistId: context.artistId }): Promise<Loose[]> {
  const slices: Loose[] = []
  for (let calls = 0; calls < 200; calls += 1) {
    const { status, body: slice } = await context.call(null, 'POST', '/api/research/advance', body)
    if (status !== 200) throw new Error(`advance answered ${status} ${slice.code}`)
    if (slice.status === 'ok' && !slice.ran) return slices
    slices.push(slice)
  }
  throw new Error('Two hundred slices and no end')
}

/** Requests a Lore refresh as a change does. */
export async function askForLore({ db, artistId }: Pick<TestContext, 'db' | 'artistId'>): Promise<string> {
  const { id } = await enqueueJob(db, { artistId, id: uuidv7(), kind: 'lore_refresh' }).executeTakeFirstOrThrow()
  return id
}

/** Every Lore version of the test's artist, the oldest first. */
export const loreVersions = ({ db, artistId }: Pick<TestContext, 'db' | 'artistId'>) =>
  db.selectFrom('lore_versions').selectAll().where('artist_id', '=', artistId).orderBy('number').execute()

/** Refreshes Lore to the end and returns its text. */
export async function refreshLore(context: TestContext): Promise<string> {
  await askForLore(context)
  await pump(context)
  return (await loreVersions(context)).at(-1)?.text ?? ''
}

/** Checks every version: its chain, its revision, and each citation against the stored text, unit for unit. */
export async function checkLore(t: Test, context: TestContext): Promise<void> {
  let previous: string | null = null
  for (const version of await loreVersions(context)) {
    const { text } = version
    const citations = version.citations as HashedCitation[]
    t.equal(version.previous, previous, 'it names the version before it')
    t.equal(version.revision, computeLoreRevision({ artistId: context.artistId, text, citations, previous }))
    for (const citation of citations) {
      const cited = await readText(context, citation)
      t.equal(text.slice(citation.start, citation.end), cited.slice(citation.quoteStart, citation.quoteEnd))
    }
    t.same(
      findOutsideForms({ text, citations }, await namedIn(context)),
      [],
      'nothing is said but citations and fixed forms',
    )
    previous = version.revision
  }
}

/** The variable parts of the forms in the artist's Lore. */
async function namedIn({ db, artistId }: TestContext) {
  const artist = await db.selectFrom('artists').select('name').where('id', '=', artistId).executeTakeFirstOrThrow()
  const entries = await db
    .selectFrom('interview_entries')
    .select('question')
    .where('artist_id', '=', artistId)
    .execute()
  const stored = db.selectFrom('sources').select(['title', 'publisher', 'published_at as publishedAt'])
  const sources = await stored.where('artist_id', '=', artistId).execute()
  return {
    artistName: artist.name,
    questions: entries.map(({ question }) => question),
    sources: sources.map((source) => ({ ...source, sourceId: '', revision: '' })),
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
