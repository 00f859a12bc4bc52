import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import { requireAuthorized, selectAuthorization } from '#src/auth/artist-authorization.ts'
import type { User } from '#src/auth/caller.ts'
import type { DB, Onboarding as OnboardingTable } from '#src/database/tables.gen.ts'
import { isCitable } from '#src/evidence/references/eligible-sources.ts'
import { questions } from './rules.ts'

export type Onboarding = Selectable<OnboardingTable>
export type OnboardingChange = Updateable<OnboardingTable>

const stepColumns = ['profiles_at', 'vault_at', 'interview_at', 'publish_at'] as const

/** When each step was completed; undefined when nothing has begun, also for an unknown artist. */
export const findSteps = (db: Kysely<DB>, artistId: string) =>
  db.selectFrom('onboarding').select(stepColumns).where('artist_id', '=', artistId).executeTakeFirst()

/** The caller's permission, the artist's name, and the steps, all null where nothing has begun. */
export async function findOnboardingSteps(db: Kysely<DB>, caller: User, artistId: string) {
  const row = await selectAuthorization(db, caller, artistId)
    .leftJoin('onboarding as o', (join) => join.onRef('o.artist_id', '=', 'a.id').on('o.artist_id', '=', artistId))
    .select('a.name')
    .select(['o.profiles_at', 'o.vault_at', 'o.interview_at', 'o.publish_at'])
    .executeTakeFirstOrThrow()
  return requireAuthorized(row)
}

/**
 * The artist's onboarding, begun now where it has not been. Its row is locked: a turn may mark it without an event, and
 * of two turns at once the second has to see what the first has marked.
 */
export async function beginOnboarding(trx: Transaction<DB>, artistId: string, now: Date): Promise<Onboarding> {
  const existing = await trx
    .selectFrom('onboarding')
    .selectAll()
    .where('artist_id', '=', artistId)
    .forUpdate()
    .executeTakeFirst()
  if (existing !== undefined) return existing
  return await trx
    .insertInto('onboarding')
    .values({ artist_id: artistId, started_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const markOnboarding = (trx: Transaction<DB>, artistId: string, change: OnboardingChange): Promise<Onboarding> =>
  trx.updateTable('onboarding').set(change).where('artist_id', '=', artistId).returningAll().executeTakeFirstOrThrow()

/** What onboarding shows at the steps `profiles` and `publish`. */
export async function findOnboarding(db: Kysely<DB>, artistId: string) {
  return await db
    .selectFrom('artists as a')
    .leftJoin('onboarding as o', 'o.artist_id', 'a.id')
    .select(['a.bio', 'o.profiles_searched_at', 'o.draft'])
    .where('a.id', '=', artistId)
    .executeTakeFirstOrThrow()
}

/** Hash of the artist's newest audit event; null before the first. */
export async function findAuditHead(db: Kysely<DB>, artistId: string): Promise<string | null> {
  const events = db.selectFrom('audit_events').select('hash').where('artist_id', '=', artistId)
  return (await events.orderBy('seq', 'desc').limit(1).executeTakeFirst())?.hash ?? null
}

export type OnboardingEntry = Selectable<DB['interview_entries']>

/** The questions that were asked in onboarding, with what became of them. */
export const listOfferedQuestions = (db: Kysely<DB>, artistId: string): Promise<OnboardingEntry[]> =>
  db
    .selectFrom('interview_entries')
    .selectAll()
    .where('artist_id', '=', artistId)
    .where('source', '=', 'onboarding')
    .where(
      'question_key',
      'in',
      questions.map(({ key }) => key),
    )
    .orderBy('question_key')
    .execute()

export type ArtistProfile = Omit<Selectable<DB['artist_profiles']>, 'artist_id' | 'state' | 'origin'> & {
  state: 'candidate' | 'linked' | 'removed'
  origin: 'found' | 'added'
}

/** Every profile that was ever shown, in the order in which they came. */
export const listArtistProfiles = (db: Kysely<DB>, artistId: string): Promise<ArtistProfile[]> =>
  db
    .selectFrom('artist_profiles')
    .select(['id', 'url_key', 'url', 'site_name', 'display_name', 'state', 'origin', 'created_at', 'decided_at'])
    .where('artist_id', '=', artistId)
    .orderBy('id')
    .$narrowType<Pick<ArtistProfile, 'state' | 'origin'>>()
    .execute()

/** Stores new profiles and what has become of those that were there. */
export async function saveProfiles(trx: Transaction<DB>, artistId: string, profiles: readonly ArtistProfile[]) {
  if (profiles.length === 0) return
  await trx
    .insertInto('artist_profiles')
    .values(profiles.map((profile) => ({ artist_id: artistId, ...profile })))
    .onConflict((conflict) =>
      conflict.columns(['artist_id', 'id']).doUpdateSet((eb) => ({
        state: eb.ref('excluded.state'),
        decided_at: eb.ref('excluded.decided_at'),
      })),
    )
    .execute()
}

export type VaultRow = {
  source_id: string
  title: string | null
  url: string | null
  curation: Curation
  /** Null while there is no text. */
  revision: string | null
}
export type Curation = 'approved' | 'pending' | 'rejected'

/** Records of the vault that may be shown to the artist for a decision. */
const selectVault = (db: Kysely<DB>, artistId: string) =>
  db
    .selectFrom('sources')
    .select(['source_id', 'title', 'url', 'curation', 'revision'])
    .where('artist_id', '=', artistId)
    .where('kind', '=', 'vault')
    .where('removed_at', 'is', null)
    .where('is_private', '=', false)
    .$narrowType<{ curation: Curation }>()

/** The oldest sources that wait for a decision. */
export const listPendingSources = (db: Kysely<DB>, artistId: string, rowsMax: number): Promise<VaultRow[]> =>
  selectVault(db, artistId)
    .where('curation', '=', 'pending')
    .orderBy('ingested_at')
    .orderBy('source_id')
    .limit(rowsMax)
    .execute()

/** All of them, the oldest first: pages are distinguished by their addresses, which no index knows. */
export const listVault = (db: Kysely<DB>, artistId: string): Promise<VaultRow[]> =>
  selectVault(db, artistId).orderBy('ingested_at').orderBy('source_id').execute()

/** Adds linked pages to the vault, their text to be fetched later. */
export async function insertPages(trx: Transaction<DB>, pages: readonly Insertable<DB['sources']>[]) {
  if (pages.length === 0) return
  await trx.insertInto('sources').values(pages).execute()
}

export const markCuration = (
  trx: Transaction<DB>,
  artistId: string,
  sourceIds: readonly string[],
  curation: Curation,
) =>
  trx
    .updateTable('sources')
    .set({ curation })
    .where('artist_id', '=', artistId)
    .where('source_id', 'in', sourceIds)
    .execute()

/** Sources among these that may be cited now. */
export async function countCitable(db: Kysely<DB>, artistId: string, sourceIds: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('sources as s')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('artist_id', '=', artistId)
    .where(sql<boolean>`source_id = any(${sourceIds})`)
    .where(isCitable)
    .executeTakeFirstOrThrow()
  return count
}

/** Those of these claims that a correction which holds has corrected. */
export async function listCorrected(
  db: Kysely<DB>,
  artistId: string,
  claims: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('corrections')
    .select('claim')
    .where('artist_id', '=', artistId)
    .where('retracted_at', 'is', null)
    .where(sql<boolean>`claim = any(${claims})`)
    .execute()
  return new Set(rows.map(({ claim }) => claim))
}
