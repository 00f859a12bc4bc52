import { type Kysely, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import { readAuthorized } from '#src/auth/authorized-read.ts'
import type { EvidenceCaller } from '#src/auth/caller.ts'
import type { DB, Sources } from '#src/database/tables.gen.ts'
import { selectEligible, sourceCounts } from '../references/eligible-sources.ts'
import { indexVersion } from './index-texts.ts'
import type { Posting } from './match.ts'
import type { SpellingPattern } from './spelling.ts'

/**
 * Where a search looks: the eligible sources of one artist, of one kind when it names one. Or `among` these sources of
 * the artist's alone, which need not be eligible: the caller has chosen them.
 */
export type SearchScope = {
  caller: EvidenceCaller
  artistId: string
  kind: Sources['kind'] | undefined
  among?: readonly string[]
}

/** What is searched, and what of it the index lacks. */
export type CorpusStats = {
  name: string
  eligible: number
  readable: number
  /** Sources whose whole current text is in the index. */
  searched: number
  sentences: number
  /** Sources whose current text is not, or not wholly, in the index; at most `unindexedMax` of them. */
  unindexed: { sourceId: string; revision: string }[]
}

/** One search cannot index more texts than this anyway. */
const unindexedMax = 100

/** The sources in scope, as `s`. */
export const selectInScope = (db: Kysely<DB>, { artistId, kind, among }: Omit<SearchScope, 'caller'>) =>
  among === undefined
    ? selectEligible(db, artistId).$if(kind !== undefined, (qb) => qb.where('s.kind', '=', kind as Sources['kind']))
    : db
        .selectFrom('sources as s')
        .where('s.artist_id', '=', artistId)
        .where(sql<boolean>`s.source_id = any(${[...among]}::text[])`)

/** For a join of the indexed texts `t`: what the index holds of the current text of the source `s`. */
const isIndexedText = (artistId: string) =>
  sql<boolean>`t.artist_id = ${artistId} and t.source_id = s.source_id and t.revision = s.revision
    and t.index_version = ${indexVersion}`

/** @throws Problem when the caller may not read of the artist */
export async function loadCorpusStats(db: Kysely<DB>, scope: SearchScope): Promise<CorpusStats> {
  const counts = selectInScope(db, scope)
    .leftJoin('search_documents as t', (join) => join.on(isIndexedText(scope.artistId)))
    .select(sourceCounts)
    .select([
      sql<number>`count(*) filter (where t.complete)`.as('searched'),
      sql<number>`coalesce(sum(t.sentences), 0)`.as('sentences'),
      sql<CorpusStats['unindexed']>`coalesce(to_json((array_agg(
        json_build_object('sourceId', s.source_id, 'revision', s.revision) order by s.source_id)
        filter (where s.revision is not null and t.complete is distinct from true))[1:${unindexedMax}::int]), '[]')`.as(
        'unindexed',
      ),
    ])
  const { name, corpus } = await readAuthorized(db, scope, [
    sql<string>`a.name`.as('name'),
    jsonObjectFrom(counts).$notNull().as('corpus'),
  ])
  return { name, ...corpus }
}

/** Bounds of one search: occurrences of a word in one segment, and rows. */
const occurrencesPerSegmentMax = 128
const rowsMax = 2_000

/**
 * Where words of these stems stand, or these very words. The first rows of each come first: so rare words are read
 * whole, and of common ones about equally many rows. A word without a row would count as one that no text has.
 */
export const listPostings = (
  db: Kysely<DB>,
  scope: SearchScope,
  by: 'stem' | 'word',
  keys: string[],
): Promise<Posting[]> =>
  db
    // Found first and joined afterwards: so the cost depends on the words found, whatever the planner estimates for the
    // rest.
    .with(
      (cte) => cte('w').materialized(),
      (qc) =>
        qc
          .selectFrom('search_postings')
          .select(['source_id', 'segment', 'stem', 'word', 'sentences'])
          .where('artist_id', '=', scope.artistId)
          .where(by, '=', sql<string>`any(${keys}::text[])`),
    )
    .selectFrom(selectInScope(db, scope).select(['s.source_id', 's.revision']).as('s'))
    .innerJoin('search_documents as t', (join) => join.on(isIndexedText(scope.artistId)))
    .innerJoin('w', 'w.source_id', 's.source_id')
    .select(['w.source_id', 't.revision', 'w.segment', 'w.stem', 'w.word'])
    .select([
      sql<number>`(sum(cardinality(w.sentences)) over (partition by w.word))::int`.as('total'),
      // One string: the driver parses arrays one character at a time, which is slow.
      sql<string>`array_to_string(w.sentences[1:${occurrencesPerSegmentMax}::int], ',')`.as('sentences'),
    ])
    .orderBy(sql`row_number() over (partition by w.word order by w.source_id, w.segment)`)
    .orderBy('total')
    .orderBy('w.word')
    .limit(rowsMax)
    .execute()

/** The artist's words that one of these spellings may stand for, whether or not they stand in a source in scope. */
export async function listSpellings(
  db: Kysely<DB>,
  { artistId }: SearchScope,
  spellings: SpellingPattern[],
): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select distinct w.word
    from jsonb_to_recordset(${JSON.stringify(spellings)}::jsonb) as q (beginning text, "end" text, "lengthMin" int, "lengthMax" int)
    cross join lateral (
      select word from search_postings
      where artist_id = ${artistId} and word >= q.beginning collate "C" and word < (q.beginning || chr(1114111)) collate "C"
        and char_length(word) between q."lengthMin" and q."lengthMax"
      union all
      select word from search_postings
      where artist_id = ${artistId} and reverse(word) >= q."end" collate "C"
        and reverse(word) < (q."end" || chr(1114111)) collate "C" and char_length(word) between q."lengthMin" and q."lengthMax"
    ) w`.execute(db)
  return rows.map(({ word }) => word)
}

/** Sentences of one text in and around one segment: from one number to another, both included. */
type SentenceRange = { sourceId: string; revision: string; segment: number; first: number; last: number }

type NumberedSentence = { revision: string; sentence: number; start: number; end: number }

/**
 * The sentences of these ranges, as far as they lie in the named segment or in one of its neighbours, and the index
 * still holds the revision.
 */
export async function listSentences(
  db: Kysely<DB>,
  artistId: string,
  ranges: SentenceRange[],
): Promise<NumberedSentence[]> {
  const { rows } = await sql<NumberedSentence>`
    select distinct q.revision, (p.first_sentence + u.place - 1)::int as sentence, u."start", u."end"
    from jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb) as q ("sourceId" text, revision text, segment int, first int, last int)
    join search_documents t on t.artist_id = ${artistId} and t.source_id = q."sourceId" and t.revision = q.revision
    join search_segments p on p.artist_id = ${artistId} and p.source_id = q."sourceId" and p.segment between q.segment - 1 and q.segment + 1
      and p.first_sentence <= q.last and p.first_sentence + cardinality(p.starts) > q.first
    cross join unnest(p.starts, p.ends) with ordinality as u ("start", "end", place)
    where p.first_sentence + u.place - 1 between q.first and q.last`.execute(db)
  return rows
}
