import { type Kysely, type Selectable, sql } from 'kysely'
import type { DB, Onboarding as OnboardingTable } from '#src/database/tables.gen.ts'
import { selectNewestEvent } from '#src/records/audit/events.ts'
import type { QuotedSentence } from '#src/records/lore/edit.ts'
import { questions } from './rules.ts'

/** A text for the artist's page. Nothing of it is published before the artist says so. */
export type PageDraft = {
  doc: string
  about: string
  sources: string[]
  /** What the service has quoted in `doc`, sentence by sentence; none where the artist wrote all of it. */
  sentences: QuotedSentence[]
}

/**
 * A draft as it is kept: with the hash of the turn that asked for it, and the hash of the artist's newest audit event
 * when it was made.
 */
type SavedDraft = PageDraft & { turn: string; auditHead: string | null }

/** The stored JSON of a draft is in this form, because only a turn's transaction writes it. */
type HasDraft = { draft: SavedDraft | null }

export type Onboarding = Omit<Selectable<OnboardingTable>, 'draft'> & HasDraft
export type OnboardingChange = Partial<Onboarding>

export const stepColumns = ['profiles_at', 'vault_at', 'interview_at', 'publish_at'] as const

/** What the steps `profiles` and `publish` show. `auditHead`: the hash of the artist's newest event, or null. */
export const findOnboarding = (db: Kysely<DB>, artistId: string) =>
  db
    .selectFrom('artists as a')
    .leftJoin('onboarding as o', 'o.artist_id', 'a.id')
    .leftJoinLateral(selectNewestEvent(artistId), (join) => join.onTrue())
    .select(['a.bio', 'o.profiles_searched_at', 'o.draft', 'head.hash as auditHead'])
    .where('a.id', '=', artistId)
    .$narrowType<HasDraft>()
    .executeTakeFirstOrThrow()

export type OnboardingEntry = Selectable<DB['interview_entries']>

/** The questions that were asked in onboarding, with what became of them. */
export const listOfferedQuestions = (db: Kysely<DB>, artistId: string): Promise<OnboardingEntry[]> =>
  db
    .selectFrom('interview_entries')
    .selectAll()
    .where('artist_id', '=', artistId)
    .where(sql<boolean>`question_key = any(${questions.map(({ key }) => key)})`)
    .orderBy('question_key')
    .execute()

export type ArtistProfile = Selectable<DB['artist_profiles']>

/** Every profile that was ever shown, in the order in which they came. */
export const listArtistProfiles = (db: Kysely<DB>, artistId: string): Promise<ArtistProfile[]> =>
  db.selectFrom('artist_profiles').selectAll().where('artist_id', '=', artistId).orderBy('id').execute()

export type VaultRow = Pick<Selectable<DB['sources']>, 'source_id' | 'title' | 'url' | 'curation' | 'revision'>

/**
 * Records of the vault that may be shown to the artist for a decision, the oldest first. All of them: pages are
 * distinguished by their addresses, which no index knows.
 */
export const listVault = (db: Kysely<DB>, artistId: string): Promise<VaultRow[]> =>
  db
    .selectFrom('sources')
    .select(['source_id', 'title', 'url', 'curation', 'revision'])
    .where('artist_id', '=', artistId)
    .where('kind', '=', 'vault')
    .where('removed_at', 'is', null)
    .where('is_private', '=', false)
    .orderBy('ingested_at')
    .orderBy('source_id')
    .execute()
