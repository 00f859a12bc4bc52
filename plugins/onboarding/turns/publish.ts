import { isDeepStrictEqual } from 'node:util'
import { Problem } from '#src/contract/problems/problem.ts'
import type { OnboardingEvent, PublishTurn } from '#src/contract/types.gen.ts'
import type { JsonValue } from '#src/database/json.ts'
import { findCitations, findTouched, takeOut } from '#src/records/lore/edit.ts'
import { refusalToPublish } from '#src/records/lore/refusal.ts'
import { insertLoreVersion } from '#src/records/lore/versions.ts'
import { buildRules } from '#src/records/memory/exclusions/find-excluded.ts'
import { insertCorrections } from '#src/records/memory/save-correction.ts'
import type { Lore } from '#src/research/lore/evidence.ts'
import { fixedWords } from '#src/research/lore/fixed-words.ts'
import { readRestrictions } from '#src/research/lore/material.ts'
import { approveOverview } from '#src/research/lore/overview.ts'
import { createMark } from '#src/research/lore/page.ts'
import { detectLanguage } from '#src/text/languages.ts'
import { computeCorrectionRevision } from '#src/text/revisions.ts'
import { runInTimeSlices } from '#src/text/time-slices.ts'
import { isBlank } from '#src/text/words.ts'
import { type DraftCorrection, findCorrections } from '../corrections.ts'
import { readSavedDraft } from '../draft.ts'
import { promptStep } from '../prompt.ts'
import { countCitable, findAuditHead, findOnboarding, listCorrected } from '../queries.ts'
import { computeTurnHash, requireCurrentStep } from '../rules.ts'
import { runInTransaction, type TurnContext, type TurnTransaction } from '../turn-context.ts'

/** What a published text makes of the draft it began as, and the newest audit event when that was compared. */
type Page = {
  draft: JsonValue | null
  corrections: DraftCorrection[]
  lore: Lore
  about: string
  auditHead: string | null
}

/** Publishes the page, provided that the biography is still the one that the person saw; all of it or nothing. */
export async function* publish(turn: PublishTurn, context: TurnContext): AsyncGenerator<OnboardingEvent> {
  const page = await comparePage(turn, context)
  await runInTransaction(context, async (tx) => {
    if (tx.onboarding.publish_turn_hash === computeTurnHash(turn)) return
    requireCurrentStep(turn.type, context.steps)
    if ('refusal' in page) throw page.refusal
    await publishPage(tx, turn, page)
    await tx.updateOnboarding({ publish_at: tx.now, publish_turn_hash: computeTurnHash(turn), draft: null })
  })
  yield* promptStep(context)
}

/**
 * Outside the transaction: two texts of twenty thousand characters are compared while others change the artist's
 * records. Both are compared with every boundary and correction, those that the draft's changes make included.
 */
async function comparePage(turn: PublishTurn, context: TurnContext): Promise<Page | { refusal: Problem }> {
  const { db, artistId, artistName } = context
  const auditHead = await findAuditHead(db, artistId)
  const { draft } = await findOnboarding(db, artistId)
  const { doc, sentences } = draft === null ? { doc: '', sentences: [] } : readSavedDraft(draft)
  const claims = sentences.map(({ text }) => text)
  const corrections = await runInTimeSlices(findCorrections(claims, turn.doc, doc))
  const lore = { text: turn.doc, citations: await runInTimeSlices(findCitations(turn.doc, sentences)) }
  const restrictions = await readRestrictions(db, artistId)
  const made = corrections.map(({ claim, correction }) => ({ id: claim, claim, correction }))
  const all = [...restrictions.corrections, ...made]
  const rules = await runInTimeSlices(buildRules(artistName, restrictions.boundaries, all))
  const isKept = turn.excluded === 'keep'
  const inLore = isKept ? [] : await runInTimeSlices(findTouched(lore, rules))
  const inAbout = isKept ? [] : await runInTimeSlices(findTouched({ text: turn.about, citations: [] }, rules))
  const refusal =
    refusalToPublish('Your Lore', turn.doc, inLore) ?? refusalToPublish('Your biography', turn.about, inAbout)
  if (turn.excluded !== 'leave_out' && refusal !== undefined) return { refusal }
  const mark = createMark(fixedWords[detectLanguage(turn.doc)], artistName)
  const taken = takeOut({ text: turn.about, citations: [] }, inAbout, ({ replacement }) => replacement ?? '')
  const about = isBlank(taken.text) ? '' : taken.text.replaceAll(/ {2,}/g, ' ').trim()
  return {
    draft,
    corrections,
    lore: takeOut(lore, inLore, mark),
    about: inAbout.length === 0 ? turn.about : about,
    auditHead,
  }
}

async function publishPage(tx: TurnTransaction, turn: PublishTurn, page: Page): Promise<void> {
  const { trx, artistId, artistName, onboarding, now } = tx
  const { bio } = await findOnboarding(trx, artistId)
  if (bio !== turn.expectedBio)
    throw new Problem('state_changed', { message: 'Your biography was changed in between.' })
  const sourceIds = [...new Set(turn.sources.map((sourceId) => sourceId.toLowerCase()))]
  if ((await countCitable(trx, artistId, sourceIds)) < sourceIds.length) {
    throw new Problem('evidence_changed', { message: 'A source cannot be used any more.' })
  }
  if (!isDeepStrictEqual(onboarding.draft, page.draft) || tx.auditHead !== page.auditHead) {
    throw new Problem('state_changed', { message: 'Your draft was changed in between.' })
  }
  await publishBio(tx, bio, page.about)
  await saveCorrections(tx, page.corrections)
  await publishLoreText(tx, approveOverview(page.lore, artistName, now.toISOString().slice(0, 10)), sourceIds)
  await tx.enqueue({ kind: 'lore_refresh' })
}

/** Sets the artist's biography; an empty text removes it. */
export async function publishBio(
  { trx, artistId, stage }: TurnTransaction,
  before: string | null,
  about: string,
): Promise<void> {
  const bio = about === '' ? null : about
  if (bio === before) return
  await trx.updateTable('artists').set({ bio }).where('id', '=', artistId).execute()
  stage({ action: 'bio.published', subject: `artist:${artistId}`, revision: null, details: { bio } })
}

/**
 * Saves the corrections that the artist made in the draft, so that no generated text repeats them. Each claim is
 * corrected once.
 */
export async function saveCorrections(
  { trx, artistId, newId, now, stage }: TurnTransaction,
  corrections: readonly DraftCorrection[],
): Promise<void> {
  if (corrections.length === 0) return
  const known = await listCorrected(
    trx,
    artistId,
    corrections.map(({ claim }) => claim),
  )
  const saved = corrections
    .filter(({ claim }) => !known.has(claim))
    .map(({ claim, correction, kind }) => {
      const id = newId()
      const statement = { claim, correction, correctionKind: kind, previous: null }
      const revision = computeCorrectionRevision({ artistId, correctionId: id, ...statement })
      stage({ action: 'correction.saved', subject: `correction:${id}`, revision, details: { number: 1 } })
      return { id, claim, correction, correction_kind: kind, revision }
    })
  await insertCorrections(trx, artistId, saved, now)
}

/**
 * Makes the text the artist's Lore, each unchanged sentence of the draft with its citation; an empty text changes
 * nothing.
 */
export async function publishLoreText(
  { trx, artistId, now, stage, flush }: TurnTransaction,
  lore: Lore,
  sources: readonly string[],
): Promise<void> {
  if (lore.text === '') return
  const append = async (change: Parameters<typeof stage>[0]) => {
    const event = stage(change)
    await flush()
    return event
  }
  await insertLoreVersion({ trx, now, append }, { artistId, ...lore, by: 'artist', jobId: null, details: { sources } })
}
