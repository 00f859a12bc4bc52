import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { Problem } from '#src/contract/problems/problem.ts'
import type { PublishTurn } from '#src/contract/types.gen.ts'
import { isCitable } from '#src/evidence/references/eligible-sources.ts'
import { upsertJob } from '#src/queue/enqueue.ts'
import { findCitations, findTouched, refusalToPublish } from '#src/records/lore/edit.ts'
import { insertLoreVersion, newLoreRefresh } from '#src/records/lore/versions.ts'
import { buildRules } from '#src/records/memory/exclusions/find-excluded.ts'
import { selectRestrictions } from '#src/records/memory/memory-queries.ts'
import { newCorrection, saveCorrections } from '#src/records/memory/save-correction.ts'
import { approveOverview } from '#src/research/lore/overview.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'
import { type DraftCorrection, findCorrections } from './corrections.ts'
import { findOnboarding } from './queries.ts'
import { completeStep, type TurnContext, type TurnTransaction } from './transaction.ts'

/** What a published text makes of the draft it began as, and the newest audit event when that was compared. */
type Page = Awaited<ReturnType<typeof comparePage>>

/** Publishes the page, provided that the biography is still the one that the person saw; all of it or nothing. */
export async function publish(turn: PublishTurn, context: TurnContext): Promise<void> {
  const page = await comparePage(turn, context)
  await completeStep(context, turn, (tx) => publishPage(tx, turn, page, context.artistName))
}

/**
 * Outside the transaction: two texts of twenty thousand characters are compared while others change the artist's
 * records. Both are compared with every boundary and correction, those that the draft's changes make included.
 */
async function comparePage(turn: PublishTurn, { db, artistId, artistName }: TurnContext) {
  const { draft, auditHead } = await findOnboarding(db, artistId)
  const { doc, sentences } = draft ?? { doc: '', sentences: [] }
  const { boundaries, corrections: known } = await db
    .selectNoFrom(selectRestrictions(db, artistId))
    .executeTakeFirstOrThrow()
  const claims = sentences.map(({ text }) => text)
  const changes = await runInTimeSlices(findCorrections(claims, turn.doc, doc))
  const made = changes.map(({ claim, correction }) => ({ id: claim, claim, correction }))
  const rules = await runInTimeSlices(buildRules(artistName, boundaries, [...known, ...made]))
  const lore = { text: turn.doc, citations: await runInTimeSlices(findCitations(turn.doc, sentences)) }
  const inLore = await runInTimeSlices(findTouched(lore, rules))
  const inBio = await runInTimeSlices(findTouched({ text: turn.about, citations: [] }, rules))
  return {
    draft,
    auditHead,
    // Those of claims that no correction corrects yet.
    corrections: changes.filter(({ claim }) => known.every((correction) => correction.claim !== claim)),
    lore,
    refusal: refusalToPublish('Your Lore', turn.doc, inLore) ?? refusalToPublish('Your biography', turn.about, inBio),
  }
}

async function publishPage(tx: TurnTransaction, turn: PublishTurn, page: Page, artistName: string): Promise<void> {
  const { trx, artistId, newId, now, head, onboarding, stage } = tx
  if (page.refusal !== undefined) throw page.refusal
  const { bio } = await findOnboarding(trx, artistId)
  if (bio !== turn.expectedBio)
    throw new Problem('state_changed', { message: 'Your biography was changed in between.' })
  const sources = [...new Set(turn.sources.map((sourceId) => sourceId.toLowerCase()))]
  const citable = await trx
    .selectFrom('sources as s')
    .select('source_id')
    .where('artist_id', '=', artistId)
    .where(sql<boolean>`source_id = any(${sources})`)
    .where(isCitable(artistId))
    .execute()
  if (citable.length < sources.length)
    throw new Problem('evidence_changed', { message: 'A source cannot be used any more.' })
  if (!isDeepStrictEqual(onboarding.draft, page.draft) || head !== page.auditHead)
    throw new Problem('state_changed', { message: 'Your draft was changed in between.' })

  const about = turn.about === '' ? null : turn.about
  if (about !== bio) {
    await trx.updateTable('artists').set({ bio: about }).where('id', '=', artistId).execute()
    stage({ action: 'bio.published', subject: `artist:${artistId}`, revision: null, details: { bio: about } })
  }
  await saveDraftCorrections(tx, page.corrections)
  const lore = approveOverview(page.lore, artistName, now.toISOString().slice(0, 10))
  // An empty text leaves the Lore to be composed.
  if (lore.text !== '')
    await insertLoreVersion(tx, { artistId, ...lore, by: 'artist', jobId: null, details: { sources } })
  tx.write(upsertJob(newLoreRefresh(artistId, newId())))
}

/** Saves the corrections that the artist made in the draft, so that no generated text repeats what they correct. */
async function saveDraftCorrections(
  { trx, artistId, newId, now, stage }: TurnTransaction,
  corrections: readonly DraftCorrection[],
): Promise<void> {
  const saved = corrections.map((correction) => {
    const first = newCorrection(artistId, { id: newId(), ...correction })
    const { id, revision } = first
    stage({ action: 'correction.saved', subject: `correction:${id}`, revision, details: { number: 1 } })
    return first
  })
  for (const query of saveCorrections(trx, artistId, saved, now)) await trx.executeQuery(query)
}
