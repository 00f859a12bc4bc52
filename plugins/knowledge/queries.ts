import { type Kysely, type QueryCreator, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { requireAuthorized } from '#src/auth/artist-authorization.ts'
import type { User } from '#src/auth/caller.ts'
import type { SourceKind, SourceSpeaker } from '#src/contract/types.gen.ts'
import type { DB } from '#src/database/tables.gen.ts'
import { isCurrentText, sourceCounts, withEligibleSources } from '#src/evidence/references/eligible-sources.ts'
import { selectPaddedWindow, type WindowRequest } from '#src/evidence/references/windows.ts'
import { selectPublishedLore } from '#src/records/lore/versions.ts'
import { recoverPurposePattern } from '#src/research/recover/recovery.ts'
import { descriptionWindow } from './rules.ts'

type WordColumn = 'title' | 'url' | 'publisher' | 'published_at' | 'provider' | 'method'

/** What a `Source` of the contract is built from: the source and its current text. */
export type EligibleSourceRow = Record<WordColumn, string | null> & {
  source_id: string
  kind: SourceKind
  speaker: SourceSpeaker | null
  is_upload: boolean
  ingested_at: Date
  current_revision: string | null
  current_chars: number | null
  current_truncated: boolean | null
  recovery: RecoveryStatus | null
  beginning: Buffer | null
}

/** To be selected from the source `s` and the revision `c` of its current text. */
export const selectSourceColumns = (artistId: string) =>
  [
    ...(['s.source_id', 's.kind', 's.title', 's.url', 's.publisher', 's.published_at', 's.provider'] as const),
    ...(['s.method', 's.speaker', 's.is_upload', 's.ingested_at', 's.revision as current_revision'] as const),
    ...(['c.total_chars as current_chars', 'c.truncated as current_truncated'] as const),
    selectPaddedWindow('c.text_utf16', descriptionWindow).as('beginning'),
    selectRecoveryStatus(artistId),
  ] as const

/** Narrows a joined row to one with a source; its other column types follow from the CHECKs of the table. */
const hasSource = <Row extends { source_id: string | null }>(row: Row): row is Row & EligibleSourceRow =>
  row.source_id !== null

/** The contract's bound of a brief. */
const releasesMax = 10

/** The latest releases of an artist, as the contract shows them; those without a date come last. */
const selectLatestReleases = (db: QueryCreator<DB>, artistId: string) =>
  db
    .selectFrom('releases')
    .select(['title', 'type', 'released_on as releasedOn', 'catalog', 'url'])
    .where('artist_id', '=', artistId)
    .orderBy('released_on', (order) => order.desc().nullsLast())
    .orderBy('release_id')
    .limit(releasesMax)

export type BriefRow = Awaited<ReturnType<typeof findBrief>>

/** The artist's name, biography, published Lore and latest releases, and how much evidence there is. */
export async function findBrief(db: Kysely<DB>, caller: User, artistId: string) {
  const row = await withEligibleSources(db, caller, artistId)
    .with('counted', (qc) => qc.selectFrom('eligible').select(sourceCounts))
    .selectFrom('reader')
    .innerJoin('counted', (join) => join.onTrue())
    .leftJoin('artists as a', (join) => join.onRef('a.id', '=', 'reader.artist_id').on('a.id', '=', artistId))
    .selectAll(['reader', 'counted'])
    .select(['a.name', 'a.bio'])
    .select(selectPublishedLore(db, artistId).select('text').where(sql<boolean>`a.id is not null`).as('lore'))
    .select(jsonArrayFrom(selectLatestReleases(db, artistId).where(sql<boolean>`a.id is not null`)).as('releases'))
    .executeTakeFirstOrThrow()
  return requireAuthorized(row)
}

const everyRow = sql<boolean>`true`

/**
 * Changes with every shown field of a listed source. It is computed with each page from every source of the artist, as
 * the coverage has to be: 2,000 sources cost half a millisecond more. A sum, because a sum needs no order.
 */
const selectListVersion =
  sql<string>`coalesce(sum(hash_record_extended(row(source_id, title, url, publisher, published_at, provider,
  method, speaker, is_upload, ingested_at, revision), 0)), 0)::text`.as('listVersion')

/**
 * `limit` sources after a position, the newest first and by identity within one instant; with how many there are in all
 * and the version of the whole list, in one snapshot.
 */
export async function listSources(
  db: Kysely<DB>,
  caller: User,
  artistId: string,
  {
    kind,
    after,
    limit,
  }: { kind: SourceKind | undefined; after: { ingestedAt: string; sourceId: string } | undefined; limit: number },
) {
  const ofKind = kind === undefined ? everyRow : sql<boolean>`kind = ${kind}`
  const following =
    after === undefined ? everyRow : sql<boolean>`(ingested_at, source_id) < (${after.ingestedAt}, ${after.sourceId})`
  const rows = await withEligibleSources(db, caller, artistId)
    .with('listed', (qc) => qc.selectFrom('eligible').selectAll().where(ofKind))
    .with('counted', (qc) => qc.selectFrom('listed').select([...sourceCounts, selectListVersion]))
    .with('s', (qc) =>
      qc
        .selectFrom('listed')
        .selectAll()
        .where(following)
        .orderBy('ingested_at', 'desc')
        .orderBy('source_id', 'desc')
        .limit(limit),
    )
    .selectFrom('reader')
    .innerJoin('counted', (join) => join.onTrue())
    .leftJoin('s', (join) => join.onTrue())
    .leftJoin('source_revisions as c', (join) => join.on(isCurrentText(artistId)))
    .selectAll(['reader', 'counted'])
    .select(selectSourceColumns(artistId))
    .orderBy('s.ingested_at', 'desc')
    .orderBy('s.source_id', 'desc')
    .execute()
  // Every row carries the same head, and `reader` makes sure that there is one.
  const { eligible, readable, listVersion } = requireAuthorized(rows[0] as (typeof rows)[number])
  return { eligible, readable, listVersion, sources: rows.filter(hasSource) }
}

export type TextRequest = WindowRequest & {
  sourceId: string
  revision: string | undefined
}

/**
 * A window of one revision of a source, the current one where none is named. Not executed here, so that its cost can be
 * looked at.
 */
export const selectReading = (db: Kysely<DB>, caller: User, artistId: string, window: TextRequest) =>
  withEligibleSources(db, caller, artistId)
    .selectFrom('reader')
    .leftJoin('eligible as s', (join) => join.on('s.source_id', '=', window.sourceId))
    .leftJoin('source_revisions as c', (join) => join.on(isCurrentText(artistId)))
    .leftJoin('source_revisions as r', (join) =>
      join
        .on('r.artist_id', '=', artistId)
        .onRef('r.source_id', '=', 's.source_id')
        .on('r.revision', '=', sql<string>`coalesce(${window.revision ?? null}, s.revision)`),
    )
    .selectAll('reader')
    .select(selectSourceColumns(artistId))
    .select(['r.total_chars', 'r.captured_at'])
    .select(selectPaddedWindow('r.text_utf16', window).as('bytes'))

export type ReadingRow = EligibleSourceRow & {
  total_chars: number | null
  captured_at: Date | null
  bytes: Buffer | null
}

/** The source and the window; undefined when the artist has no such eligible source. */
export async function findReading(
  db: Kysely<DB>,
  caller: User,
  artistId: string,
  window: TextRequest,
): Promise<ReadingRow | undefined> {
  const row = requireAuthorized(await selectReading(db, caller, artistId, window).executeTakeFirstOrThrow())
  return hasSource(row) ? row : undefined
}

/**
 * The state of the newest recovery of a source without text; null where there was none, or none that had anything to
 * do.
 */
export type RecoveryStatus = 'queued' | 'running' | 'failed'

/**
 * For the source `s`. A recovery handles its records in order, and each handled record has an outcome. So while a slice
 * runs, it works on the first record without an outcome.
 */
export const selectRecoveryStatus = (artistId: string) =>
  sql<RecoveryStatus | null>`case when s.revision is null then (
  select case
      when outcome.status = 'skipped' then null
      when outcome.status is not null or j.state not in ('pending', 'waiting') then 'failed'
      when j.leased_until > now()
        and j.payload -> 'sourceIds' ->> jsonb_array_length(done.outcomes) = s.source_id then 'running'
      else 'queued' end
  from artist_research_jobs as j
  cross join lateral (
    select coalesce(j.result -> 'extractionOutcomes', j.checkpoint -> 'extractionOutcomes', '[]'::jsonb) as outcomes
  ) as done
  left join lateral (
    select item ->> 'status' as status from jsonb_array_elements(done.outcomes) as item
    where item ->> 'sourceId' = s.source_id) as outcome on true
  where j.artist_id = ${artistId} and j.kind = 'source_search' and j.purpose like ${sql.lit(recoverPurposePattern)}
    and j.payload -> 'sourceIds' ? s.source_id
  order by j.created_at desc, j.id desc
  limit 1) end`.as('recovery')
