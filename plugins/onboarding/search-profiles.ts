import type { FindMoreProfilesTurn, OnboardingEvent } from '#src/contract/types.gen.ts'
import { transact } from '#src/database/transaction.ts'
import { tryCharge } from '#src/research/budget.ts'
import { createRateLimitedSend } from '#src/research/providers/rate-limit.ts'
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
  if (context.providers.profiles !== undefined)
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
  const { profiles: provider } = providers
  if (provider === undefined) return 'not_configured'
  if (!(await transact(db, (trx) => tryCharge(trx, artistId, 'profiles')))) return 'spent'
  const known = await listArtistProfiles(db, artistId)
  const links = known.filter(({ state }) => state !== 'removed').map(({ url }) => url)
  const send = createRateLimitedSend(db, provider.rateLimit, AbortSignal.any([stopping, AbortSignal.timeout(lookMs)]))
  const result = await provider.find({ artistId, name: artistName, links }, send)
  if (typeof result === 'string') return result
  return 'failed' in result ? 'failed' : result.found
}
