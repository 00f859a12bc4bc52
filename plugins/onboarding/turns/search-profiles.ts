import type { FindMoreProfilesTurn, OnboardingEvent } from '#src/contract/types.gen.ts'
import { transact } from '#src/database/transaction.ts'
import { tryCharge } from '#src/research/budget.ts'
import { createRateLimitedSend } from '#src/research/providers/rate-limit.ts'
import { offerNextQuestion } from '../interview.ts'
import { classifyLinks, nextProfiles, saveProfileChanges } from '../profiles.ts'
import { promptStep } from '../prompt.ts'
import { findOnboarding, listArtistProfiles } from '../queries.ts'
import { findCurrentStep, requireCurrentStep } from '../rules.ts'
import { runInTransaction, type TurnContext, type TurnTransaction } from '../turn-context.ts'
import { viewChat, viewProgress } from '../views.ts'

/** Opens the conversation, or continues it where it was left. The first time, it searches for profiles. */
export async function* open(context: TurnContext): AsyncGenerator<OnboardingEvent> {
  const { profiles_searched_at } = await findOnboarding(context.db, context.artistId)
  if (findCurrentStep(context.steps) === 'profiles' && profiles_searched_at === null) {
    yield viewChat(`Welcome, ${context.artistName}. First we look for the pages that are yours.`)
    yield* searchProfiles(context)
  }
  // An answer that was saved elsewhere, among the responses, leaves the next question to be asked here.
  if (findCurrentStep(context.steps) === 'interview') await runInTransaction(context, offerNextQuestion)
  yield* promptStep(context)
}

/** Keeps the corrections made so far, then looks for more. */
export async function* findMoreProfiles(
  turn: FindMoreProfilesTurn,
  context: TurnContext,
): AsyncGenerator<OnboardingEvent> {
  const { links: added, refused } = classifyLinks((turn.addedLinks ?? []).map(({ url }) => url))
  const removed = turn.removedSiteNames ?? []
  await runInTransaction(context, async (tx) => {
    requireCurrentStep(turn.type, context.steps)
    const known = await listArtistProfiles(tx.trx, tx.artistId)
    await saveProfileChanges(tx, known, nextProfiles(known, { added, removed }, tx))
  })
  for (const { url, reason } of refused) yield { kind: 'unreachable', url, reason }
  yield* searchProfiles(context)
  yield* promptStep(context)
}

/** A search may take longer than the turn, which then ends without it. Milliseconds. */
const lookMs = 120_000

/** The message if the name matches no artist or several: the artist's own link can decide it. */
const notFoundMessages = {
  none: 'No artist of exactly your name is listed where we looked, so please add your pages yourself.',
  several:
    'Several artists of your name are listed where we looked. Add your own page at MusicBrainz and look again, or add your pages yourself.',
} as const

/**
 * Looks for pages that may be the artist's, outside any transaction, and stores what was found, also when the caller is
 * gone.
 */
export async function* searchProfiles(context: TurnContext): AsyncGenerator<OnboardingEvent> {
  const { providers, artistId, artistName, stopping } = context
  if (providers.profiles === undefined) {
    await runInTransaction(context, ({ updateOnboarding, now }) => updateOnboarding({ profiles_searched_at: now }))
    yield viewChat('No search for your pages is set up here, so please add them yourself.')
    return
  }
  if (!(await transact(context.db, (trx) => tryCharge(trx, artistId, 'profiles')))) {
    yield viewChat('Your pages have been looked for often today. Look again tomorrow, or add them yourself.')
    return
  }
  yield viewProgress('Looking for your pages', 0, 1)
  const links = (await listArtistProfiles(context.db, artistId))
    .filter(({ state }) => state !== 'removed')
    .map(({ url }) => url)
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(lookMs)])
  const send = createRateLimitedSend(context.db, providers.profiles.rateLimit, signal)
  const result = await providers.profiles.find({ artistId, name: artistName, links }, send)
  if (typeof result === 'string') {
    await runInTransaction(context, ({ updateOnboarding, now }) => updateOnboarding({ profiles_searched_at: now }))
    yield viewProgress('Looked for your pages', 1, 1)
    yield viewChat(notFoundMessages[result])
    return
  }
  if ('failed' in result) {
    yield viewChat(
      'The search does not answer just now. What you have is kept; ask for more later, or add pages yourself.',
    )
    return
  }
  const found = await runInTransaction(context, (tx) => saveFoundProfiles(tx, context, result.found))
  yield viewProgress('Looked for your pages', 1, 1)
  if (found === 0) yield viewChat('Nothing was found that is not on the list already.')
}

/** How many are new; none once the step is over, which may have happened during the search. */
async function saveFoundProfiles(
  tx: TurnTransaction,
  { steps }: TurnContext,
  found: Parameters<typeof nextProfiles>[1]['found'],
) {
  if (findCurrentStep(steps) !== 'profiles') return 0
  const known = await listArtistProfiles(tx.trx, tx.artistId)
  const changed = nextProfiles(known, { found: found ?? [] }, tx)
  await saveProfileChanges(tx, known, changed)
  await tx.updateOnboarding({ profiles_searched_at: tx.now })
  return changed.length
}
