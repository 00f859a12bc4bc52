import { type Kysely, sql } from 'kysely'
import { requireAuthorized } from '#src/auth/artist-authorization.ts'
import type { DB, Sources } from '#src/database/tables.gen.ts'
import type { EvidenceCaller } from '../references/authorized-reader.ts'
import { sourceCounts, withEligibleSources } from '../references/eligible-sources.ts'
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
  name: string | null
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

/** The sources in scope that have text, as `s`, each with what the index holds of that very text, as `x`. */
export const withTexts = (db: Kysely<DB>, { caller, artistId, kind, among }: SearchScope) =>
  withEligibleSources(db, caller, artistId)
    .with('scoped', (qc) =>
      among === undefined
        ? qc
            .selectFrom('eligible')
            .selectAll()
            .$if(kind !== undefined, (query) => query.where('kind', '=', kind as Sources['kind']))
        : qc
            .selectFrom('reader')
            .innerJoin('sources', 'sources.artist_id', 'reader.artist_id')
            .selectAll('sources')
            .where('sources.artist_id', '=', artistId)
            .where(sql<boolean>`sources.source_id = any(${[...among]}::text[])`),
    )
    .with('s', (qc) =>
      qc
        .selectFrom('scoped')
        .leftJoin('search_documents as t', (join) =>
          join
            .on('t.artist_id', '=', artistId)
            .onRef('t.source_id', '=', 'scoped.source_id')
            .onRef('t.revision', '=', 'scoped.revision')
            .on('t.index_version', '=', indexVersion),
        )
        .select(['scoped.artist_id', 'scoped.source_id', 'scoped.revision', 't.sentences', 't.complete'])
        .where('scoped.revision', 'is not', null),
    )

/** @throws Problem when the caller may not read of the artist */
export async function loadCorpusStats(db: Kysely<DB>, scope: SearchScope): Promise<CorpusStats> {
  const row = await withTexts(db, scope)
    .with('counted', (qc) => qc.selectFrom('scoped').select(sourceCounts))
    .with('indexed', (qc) =>
      qc.selectFrom('s').select([
        sql<number>`count(*) filter (where complete)`.as('searched'),
        sql<number>`coalesce(sum(sentences), 0)::int`.as('sentences'),
        sql<CorpusStats['unindexed']>`coalesce(to_json((array_agg(
            json_build_object('sourceId', source_id, 'revision', revision) order by source_id)
            filter (where complete is distinct from true))[1:${unindexedMax}::int]), '[]')`.as('unindexed'),
      ]),
    )
    .selectFrom('reader')
    .innerJoin('counted', (join) => join.onTrue())
    .innerJoin('indexed', (join) => join.onTrue())
    .leftJoin('artists as a', (join) => join.onRef('a.id', '=', 'reader.artist_id').on('a.id', '=', scope.artistId))
    .selectAll(['reader', 'counted', 'indexed'])
    .select('a.name')
    .executeTakeFirstOrThrow()
  return requireAuthorized(row)
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
  withTexts(db, scope)
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
    .selectFrom('s')
    .innerJoin('w', 'w.source_id', 's.source_id')
    .select(['w.source_id', 's.revision', 'w.segment', 'w.stem', 'w.word'])
    .select([
      sql<number>`(sum(cardinality(w.sentences)) over (partition by w.word))::int`.as('total'),
      // One string: the driver parses arrays one character at a time, which is slow.
      sql<string>`array_to_string(w.sentences[1:${occurrencesPerSegmentMax}::int], ',')`.as('sentences'),
    ])
    .where('s.sentences', 'is not', null)
    .where('s.revision', 'is not', null)
    .$narrowType<{ revision: string }>()
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
