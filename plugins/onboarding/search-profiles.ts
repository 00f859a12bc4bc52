import type { FindMoreProfilesTurn, OnboardingEvent } from '#src/contract/types.gen.ts'
import { transact } from '#src/database/transaction.ts'
import { tryCharge } from '#src/research/budget.ts'
import { isProviderFailure, type ProviderFailure } from '#src/research/providers/call.ts'
import { sendAtRate } from '#src/research/providers/rate-limit.ts'
import { offerNextQuestion } from './interview.ts'
import { changeProfiles } from './profiles.ts'
import { findOnboarding, listArtistProfiles } from './queries.ts'
import { classifyLinks, findCurrentStep, requireCurrentStep } from './rules.ts'
import { runInTransaction, type TurnContext } from './transaction.ts'
import { viewChat } from './views.ts'

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
