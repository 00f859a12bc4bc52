import { Problem } from '#src/contract/problems/problem.ts'
import type { ConfirmProfilesTurn, FindMoreProfilesTurn, OnboardingEvent } from '#src/contract/types.gen.ts'
import { transact } from '#src/database/transaction.ts'
import { upsertJob } from '#src/queue/enqueue.ts'
import { tryCharge } from '#src/research/budget.ts'
import { isProviderFailure, type ProviderFailure } from '#src/research/providers/call.ts'
import type { FoundProfile } from '#src/research/providers/catalog.ts'
import { sendAtRate } from '#src/research/providers/rate-limit.ts'
import { getSiteName, hasReadablePages, normalizeProfileUrl } from '#src/text/url/page-url.ts'
import { offerNextQuestion } from './interview.ts'
import { type ArtistProfile, findOnboarding, listArtistProfiles } from './queries.ts'
import { classifyLinks, findCurrentStep, requireCurrentStep } from './rules.ts'
import { completeStep, runInTransaction, type TurnContext, type TurnTransaction } from './transaction.ts'
import { addPages } from './vault.ts'
import { viewChat, viewLinked } from './views.ts'

/**
 * Links what was found and not taken out, and what the person adds. Readable pages of it are collected for the vault:
 * their texts can become evidence after the artist has approved them. Posts are collected by a job.
 */
export async function* confirmProfiles(
  turn: ConfirmProfilesTurn,
  context: TurnContext,
): AsyncGenerator<OnboardingEvent> {
  const { links: added, refused } = classifyLinks(turn.addedLinks.map(({ url }) => url))
  await completeStep(context, turn, async (tx) => {
    const changed = await changeProfiles(tx, { added, removed: turn.removedSiteNames, isConfirmed: true })
    const linked = changed.filter(({ state }) => state === 'linked')
    if (linked.length === 0) return
    const readable = linked.filter(({ url }) => hasReadablePages(url))
    const pages = readable.map(({ url, display_name: title }) => ({ url, title }))
    await addPages(tx, pages, 'pending')
    tx.write(upsertJob({ artistId: tx.artistId, id: tx.newId(), kind: 'social_ingest' }))
  })
  yield* refused
  const profiles = await listArtistProfiles(context.db, context.artistId)
  yield* profiles.filter(({ state }) => state === 'linked').map(viewLinked)
}

/** What a turn or a search says about profiles. */
type ProfileChanges = {
  found?: readonly FoundProfile[]
  /** Addresses that the person gives. */
  added?: readonly string[]
  /** Site names of profiles that are not the artist's. */
  removed?: readonly string[]
  /** Whether every candidate that is left is the artist's. */
  isConfirmed?: boolean
}

/** Profiles an artist may have, shown and taken out ones included: three turns full of them. */
const profilesMax = 300

const actions = { candidate: 'profile.found', linked: 'profile.linked', removed: 'profile.removed' } as const

/** Saves what becomes of the artist's profiles, each change with its event. Returns those that have changed. */
async function changeProfiles(tx: TurnTransaction, changes: ProfileChanges): Promise<ArtistProfile[]> {
  const known = await listArtistProfiles(tx.trx, tx.artistId)
  const next = nextProfiles(known, changes, tx)
  if (next.length > profilesMax) throw new Problem('limit_exceeded')
  const changed = next.filter((profile) => !known.includes(profile))
  if (changed.length === 0) return []
  await tx.trx
    .insertInto('artist_profiles')
    .values(changed)
    .onConflict((conflict) =>
      conflict.columns(['artist_id', 'id']).doUpdateSet(({ ref }) => ({
        state: ref('excluded.state'),
        decided_at: ref('excluded.decided_at'),
      })),
    )
    .execute()
  for (const { id, url, site_name: siteName, display_name: displayName, state, origin } of changed) {
    const details = { url, siteName, displayName, state, origin }
    tx.stage({ action: actions[state], subject: `profile:${id}`, revision: null, details })
  }
  return changed
}

/**
 * All profiles after a change; those that stay as they are are the same objects. What was taken out stays out when a
 * search finds it again, and comes back when the person gives its address.
 */
function nextProfiles(
  known: readonly ArtistProfile[],
  { found = [], added = [], removed = [], isConfirmed = false }: ProfileChanges,
  { artistId, newId, now }: Pick<TurnTransaction, 'artistId' | 'newId' | 'now'>,
): ArtistProfile[] {
  const next = new Map(known.map((profile) => [profile.url_key, profile]))
  for (const profile of known) {
    if (profile.state !== 'removed' && removed.includes(profile.site_name))
      next.set(profile.url_key, { ...profile, state: 'removed', decided_at: now })
  }
  const given = [
    ...added.map((url) => ({ url, displayName: null, origin: 'added' as const })),
    ...found.map((profile) => ({ ...profile, origin: 'found' as const })),
  ]
  for (const { url, displayName: display_name, origin } of given) {
    const url_key = normalizeProfileUrl(url)
    const existing = url_key === undefined ? undefined : next.get(url_key)
    if (url_key === undefined || (existing && (existing.state !== 'removed' || origin === 'found'))) continue
    const site_name = chooseName(url, [...next.values()])
    const profile = { artist_id: artistId, id: newId(), url_key, url, site_name, display_name, origin, created_at: now }
    next.set(url_key, { ...(existing ?? profile), state: 'candidate', decided_at: null })
  }
  return [...next.values()].map((profile) =>
    isConfirmed && profile.state === 'candidate' ? { ...profile, state: 'linked', decided_at: now } : profile,
  )
}

/** The site's name, numbered from the second profile there on: it is the name under which a profile is taken out. */
function chooseName(url: string, others: readonly ArtistProfile[]): string {
  const site = getSiteName(url).slice(0, 90)
  let name = site
  for (let number = 2; others.some(({ site_name }) => site_name === name); number += 1) name = `${site} ${number}`
  return name
}

/** Opens the conversation, or continues it where it was left. The first time, it searches for profiles. */
export async function* open(context: TurnContext): AsyncGenerator<OnboardingEvent> {
  const { profiles_searched_at } = await findOnboarding(context.db, context.artistId)
  if (findCurrentStep(context.steps) === 'profiles' && profiles_searched_at === null) {
    yield viewChat(`Welcome, ${context.artistName}. First we look for the pages that are yours.`)
    yield* searchProfiles(context)
  }
  // An answer that was saved elsewhere, among the responses, leaves the next question to be asked here.
  if (findCurrentStep(context.steps) === 'interview') await runInTransaction(context, offerNextQuestion)
}

/** Keeps the corrections made so far, then looks for more. */
export async function* findMoreProfiles(
  turn: FindMoreProfilesTurn,
  context: TurnContext,
): AsyncGenerator<OnboardingEvent> {
  const { links: added, refused } = classifyLinks((turn.addedLinks ?? []).map(({ url }) => url))
  await runInTransaction(context, async (tx) => {
    requireCurrentStep(turn.type, context.steps)
    await changeProfiles(tx, { added, removed: turn.removedSiteNames ?? [] })
  })
  yield* refused
  yield* searchProfiles(context)
}

/** A search may take longer than the turn, which then ends without it. Milliseconds. */
const lookMs = 120_000

const messages = {
  not_configured: 'No search for your pages is set up here, so please add them yourself.',
  spent: 'Your pages have been looked for often today. Look again tomorrow, or add them yourself.',
  failed: 'The search does not answer just now. What you have is kept; ask for more later, or add pages yourself.',
  none: 'No artist of exactly your name is listed where we looked, so please add your pages yourself.',
  several:
    'Several artists of your name are listed where we looked. Add your own page at MusicBrainz and look again, or add your pages yourself.',
  nothing_new: 'Nothing was found that is not on the list already.',
} as const

/** Looks for pages that may be the artist's and stores what was found, also when the caller is gone. */
async function* searchProfiles(context: TurnContext): AsyncGenerator<OnboardingEvent> {
  if (context.providers.catalog !== undefined)
    yield { kind: 'progress', message: 'Looking for your pages', done: 0, total: 1 }
  const result = await requestProfiles(context)
  if (result === 'spent' || result === 'failed') {
    yield viewChat(messages[result])
    return
  }
  const found = typeof result === 'string' ? [] : result
  const changed = await runInTransaction(context, async (tx) => {
    // The step may have been completed during the search.
    if (findCurrentStep(context.steps) !== 'profiles') return []
    await tx.updateOnboarding({ profiles_searched_at: tx.now })
    return await changeProfiles(tx, { found })
  })
  if (typeof result === 'string') yield viewChat(messages[result])
  else if (changed.length === 0) yield viewChat(messages.nothing_new)
}

/** The search, outside any transaction: the profiles, or why there are none. */
async function requestProfiles({ db, providers, artistId, artistName, stopping }: TurnContext) {
  const { catalog } = providers
  if (catalog === undefined) return 'not_configured'
  if (!(await transact(db, (trx) => tryCharge(trx, artistId, 'profiles')))) return 'spent'
  const known = await listArtistProfiles(db, artistId)
  const links = known.filter(({ state }) => state !== 'removed').map(({ url }) => url)
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(lookMs)])
  const send = <T>(request: () => Promise<T | ProviderFailure>) =>
    sendAtRate({ db, signal }, catalog.rateLimit, request)
  const artist = await send(() => catalog.find({ artistId, name: artistName, links }, signal))
  if (typeof artist === 'string') return artist
  if (isProviderFailure(artist)) return 'failed'
  const profiles = await send(() => catalog.listProfiles(artist.catalogArtistId, signal))
  return isProviderFailure(profiles) ? 'failed' : profiles.found
}
