import { type Kysely, type QueryCreator, sql } from 'kysely'
import type { DB } from '#src/database/tables.gen.ts'
import { isNotPromoted } from '#src/evidence/references/not-promoted.ts'
import { selectCorrections } from '#src/records/memory/memory-queries.ts'
import { fromUtf16, toSqlWindow } from '#src/text/utf16.ts'
import type { LoreInput } from './compose.ts'
import type { AnswerReference, LoreAnswer, LorePassage, LoreSource } from './evidence.ts'
import { answersMax, sourcesMax } from './limits.ts'
import type { ShortlistedBlock, SourceWindow } from './shortlist.ts'

/** A source that Lore may be made of, in its present revision. */
export type EligibleSource = {
  source_id: string
  revision: string
  total_chars: number
  title: string | null
  publisher: string | null
  published_at: string | null
  kind: string
  speaker: string | null
}

/** The sources that Lore may be made of now, the newest first: approved, not private, not removed, and with a text. */
export const listEligibleSources = (db: Kysely<DB>, artistId: string): Promise<EligibleSource[]> =>
  selectEligible(db, artistId)
    .select([
      's.source_id',
      's.title',
      's.publisher',
      's.published_at',
      's.kind',
      's.speaker',
      'v.revision',
      'v.total_chars',
    ])
    .orderBy('s.ingested_at', 'desc')
    .orderBy('s.source_id')
    .limit(sourcesMax)
    .execute()

const selectEligible = (db: QueryCreator<DB>, artistId: string) =>
  db
    .selectFrom('sources as s')
    .innerJoin('source_revisions as v', (join) =>
      join
        .on('v.artist_id', '=', artistId)
        .onRef('v.source_id', '=', 's.source_id')
        .onRef('v.revision', '=', 's.revision'),
    )
    .where('s.artist_id', '=', artistId)
    .where('s.curation', '=', 'approved')
    .where('s.is_private', '=', false)
    .where('s.removed_at', 'is', null)
    .where(isNotPromoted(artistId))

/**
 * A window with its text, which ends with the source where the window reaches past it. `index`: that of the
 * window in the list.
 */
export type ReadWindow = SourceWindow & { text: string; index: number }

/**
 * The texts of the windows, in their order. One whose source may not be used any more, or has another revision by now,
 * is left out.
 */
export async function readWindows(
  db: Kysely<DB>,
  artistId: string,
  windows: readonly SourceWindow[],
): Promise<ReadWindow[]> {
  const ranges = windows.map(({ sourceId, revision, start, end }, index) => {
    const { from, length } = toSqlWindow(start, end)
    return { index, source_id: sourceId, revision, first_byte: from, byte_count: length }
  })
  const { rows } = await sql<{ index: number; bytes: Buffer }>`
    select w.index, substring(e.text_utf16 from w.first_byte for w.byte_count) as bytes
    from jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb)
      as w (index int, source_id text, revision text, first_byte int, byte_count int)
    join ${selectEligible(db, artistId).select(['s.source_id', 'v.revision', 'v.text_utf16']).as('e')}
      on e.source_id = w.source_id and e.revision = w.revision
    order by w.index`.execute(db)
  return rows.flatMap(({ index, bytes }) => {
    const window = windows[index]
    return window === undefined ? [] : [{ ...window, index, text: fromUtf16(bytes) }]
  })
}

/** What a Lore text is composed from, and the hash of the artist's newest audit event when it was read. */
export type Material = Omit<LoreInput, 'charsMax'> & { auditHead: string | null; sources: EligibleSource[] }

/**
 * Everything that the composition depends on, read at one moment: current answers, the corrections that hold, every
 * boundary that is not retracted, of whatever scope (Lore is read outside any sitting), and the shortlisted blocks.
 */
export const readMaterial = (
  db: Kysely<DB>,
  artistId: string,
  chosen: readonly ShortlistedBlock[],
): Promise<Material> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const artist = await trx
        .selectFrom('artists')
        .select('name')
        .select((eb) =>
          eb
            .selectFrom('audit_events')
            .select('hash')
            .where('artist_id', '=', artistId)
            .orderBy('seq', 'desc')
            .limit(1)
            .as('auditHead'),
        )
        .where('id', '=', artistId)
        .executeTakeFirstOrThrow()
      const sources = await listEligibleSources(trx, artistId)
      return {
        artistName: artist.name,
        auditHead: artist.auditHead,
        answers: await listAnswers(trx, artistId),
        passages: (await readWindows(trx, artistId, chosen)).flatMap((window) => buildPassage(window, chosen, sources)),
        boundaries: await trx
          .selectFrom('interview_boundaries')
          .select(['wording', 'question_key as questionKey', 'question'])
          .where('artist_id', '=', artistId)
          .where('retracted_at', 'is', null)
          .orderBy('created_at')
          .orderBy('id')
          .execute(),
        corrections: await selectCorrections(trx, artistId).select(['claim', 'correction']).execute(),
        sources,
      }
    })

function buildPassage(
  { index, text }: ReadWindow,
  chosen: readonly ShortlistedBlock[],
  sources: readonly EligibleSource[],
): LorePassage[] {
  const one = chosen[index]
  const source = sources.find(({ source_id }) => source_id === one?.sourceId)
  return one === undefined || source === undefined ? [] : [{ ...toLoreSource(source), block: one.block, text }]
}

/** A source as Lore speaks of it. */
export const toLoreSource = ({
  source_id: sourceId,
  revision,
  title,
  publisher,
  published_at: publishedAt,
  kind,
}: EligibleSource): LoreSource => ({
  sourceId,
  revision,
  title,
  publisher,
  publishedAt,
  isCaption: kind === 'social_caption',
})

/** The answers that Lore may quote, the most recently saved first. */
export async function listAnswers(db: Kysely<DB>, artistId: string): Promise<LoreAnswer[]> {
  const rows = await selectNewestAnswers(db, artistId)
    .select(['id as entryId', 'revision', 'question_key as questionKey', 'question', 'answer', 'sitting', 'citations'])
    .$narrowType<{ answer: string }>()
    .execute()
  return rows.map(({ citations, ...answer }) => ({ ...answer, references: citations as AnswerReference[] }))
}

/** What the questions of these answers cite. */
export const listReferences = async (db: Kysely<DB>, artistId: string): Promise<AnswerReference[]> =>
  (await selectNewestAnswers(db, artistId).select('citations').execute()).flatMap(
    ({ citations }) => citations as AnswerReference[],
  )

const selectNewestAnswers = (db: Kysely<DB>, artistId: string) =>
  db
    .selectFrom('interview_entries')
    .where('artist_id', '=', artistId)
    .where('state', '=', 'answered')
    .orderBy('saved_seq', 'desc')
    .limit(answersMax)
