import { type Kysely, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { isCitable, isNotPromoted } from '#src/evidence/references/eligible-sources.ts'
import { readWindows, type SourceWindow } from '#src/evidence/references/windows.ts'
import { selectNewestEvent } from '#src/records/audit/events.ts'
import { selectRestrictions } from '#src/records/memory/memory-queries.ts'
import type { LoreInput } from './compose.ts'
import { type AnswerReference, type LoreAnswer, type LoreSource, listCitedIds } from './evidence.ts'

/** A source that Lore may be made of, in its present revision, with its length. */
export type CitableSource = LoreSource & { totalChars: number }

/** More than a page can list; those that a question cites come first. */
const sourcesMax = 2_000

/**
 * The sources that Lore may be made of now, in the order in which a page takes them: those that a question cites, then
 * pages, then the artist's own posts, each the newest first.
 */
const listSources = (db: Kysely<DB>, artistId: string, cited: readonly string[]): Promise<CitableSource[]> =>
  db
    .selectFrom('sources as s')
    .innerJoin('source_revisions as v', (join) =>
      join.onRef('v.source_id', '=', 's.source_id').onRef('v.revision', '=', 's.revision'),
    )
    .where('s.artist_id', '=', artistId)
    .where('v.artist_id', '=', artistId)
    .where(isCitable(artistId))
    .where(isNotPromoted(artistId))
    // A discovery may be approved and be about another artist of the name.
    .where(
      sql<boolean>`not exists (select from discoveries d where d.artist_id = ${artistId}
        and d.source_id = s.source_id and d.identity = 'wrong_artist')`,
    )
    .select([
      's.source_id as sourceId',
      's.title',
      's.publisher',
      's.published_at as publishedAt',
      's.url',
      's.kind',
      'v.revision',
      'v.total_chars as totalChars',
    ])
    .orderBy(sql`s.source_id = any(${cited})`, 'desc')
    .orderBy(sql`s.kind in ('vault', 'discovery')`, 'desc')
    .orderBy(sql`case when s.kind in ('vault', 'discovery') then null else s.published_at end`, (ob) =>
      ob.desc().nullsLast(),
    )
    .orderBy('s.ingested_at', 'desc')
    .orderBy('s.source_id')
    .limit(sourcesMax)
    .execute()

/**
 * The windows with their texts; without those whose source may not be cited any more in this revision. A window that
 * begins or ends inside a surrogate pair is a unit shorter there.
 */
export async function readTexts<One extends SourceWindow>(
  db: Kysely<DB>,
  artistId: string,
  windows: readonly One[],
): Promise<(One & { text: string })[]> {
  const texts = await readWindows(db, artistId, windows, { citable: true })
  return windows.flatMap((window, index) => {
    const read = texts.get(index)
    if (read === undefined) return []
    const text = read.text.replaceAll(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
    const start = window.start + Number(/^[\udc00-\udfff]/.test(read.text))
    return [{ ...window, start, end: start + text.length, text }]
  })
}

/** The records that a page depends on, and the hash of the artist's newest audit event when they were read. */
export type Records = Pick<LoreInput, 'artistName' | 'answers' | 'boundaries' | 'corrections'> & {
  auditHead: string | null
  sources: CitableSource[]
}

/**
 * Everything but texts, read at one moment: current answers, the corrections that hold, every boundary that is not
 * retracted, of whatever scope (Lore is read outside any sitting), and the sources.
 */
export const readLoreRecords = (db: Kysely<DB>, artistId: string): Promise<Records> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const artist = await trx
        .selectFrom('artists')
        .select(['name as artistName', ...selectRestrictions(trx, artistId)])
        .select(sql<string | null>`(select hash from ${selectNewestEvent(artistId)})`.as('auditHead'))
        .where('id', '=', artistId)
        .executeTakeFirstOrThrow()
      const answers = await listAnswers(trx, artistId)
      const sources = await listSources(trx, artistId, listCitedIds(answers))
      return { ...artist, answers, sources }
    })

/** Answers, the most recently saved first: a hundred sittings. */
const answersMax = 300

/**
 * Onboarding asks here what was written that the artist would put differently. An answer such as "That I studied in
 * Vienna" repeats what is wrong, so on a page it would read as the artist's own claim.
 */
export const disputeQuestionKey = 'onboarding-4'

/** The answers that a page may print, the most recently saved first. The instant of an import is none of a talk. */
export async function listAnswers(db: Kysely<DB>, artistId: string): Promise<LoreAnswer[]> {
  const rows = await db
    .selectFrom('interview_entries')
    .select(['id as entryId', 'revision', 'question_key as questionKey', 'question', 'answer', 'citations'])
    .select(
      sql<Date | null>`coalesce(offered_at, case when source <> 'import' then answer_updated_at end)`.as('askedAt'),
    )
    .where('artist_id', '=', artistId)
    .where('state', '=', 'answered')
    .where('question_key', '<>', disputeQuestionKey)
    .orderBy('saved_seq', 'desc')
    .limit(answersMax)
    .$narrowType<{ answer: string }>()
    .execute()
  return rows.map(({ citations, askedAt, ...answer }) => ({
    ...answer,
    references: citations as AnswerReference[],
    year: askedAt?.getUTCFullYear() ?? null,
  }))
}
