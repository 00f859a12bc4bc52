import { Problem } from '#src/contract/problems/problem.ts'
import type { AboutChoiceTurn, OnboardingEvent } from '#src/contract/types.gen.ts'
import { transact } from '#src/database/transaction.ts'
import { splitQuotations } from '#src/records/lore/edit.ts'
import { buildNameMatcher } from '#src/research/artist-name.ts'
import { tryCharge } from '#src/research/budget.ts'
import { composePage } from '#src/research/lore/compose-page.ts'
import type { Lore } from '#src/research/lore/evidence.ts'
import { findStatements } from '#src/research/lore/introductions.ts'
import { composedCharsMax, loreCharsMax } from '#src/research/lore/limits.ts'
import { type Records, readLoreRecords } from '#src/research/lore/material.ts'
import { addOverview, draftOverview, type OverviewInput } from '#src/research/lore/overview.ts'
import { paragraphBreak } from '#src/research/lore/page.ts'
import { listParagraphs } from '#src/text/paragraphs.ts'
import { computeRevision } from '#src/text/revisions.ts'
import { runInTimeSlices, type TimeSliced } from '#src/text/time-slices.ts'
import { findOnboarding, type PageDraft } from './queries.ts'
import { requireCurrentStep } from './rules.ts'
import { runInTransaction, type TurnContext } from './transaction.ts'
import { viewChat, viewDraft } from './views.ts'

/**
 * Drafts the page and stores the draft for a later visit. Asked again, it is the same one until the artist's
 * records change.
 */
export async function* chooseAbout(turn: AboutChoiceTurn, context: TurnContext): AsyncGenerator<OnboardingEvent> {
  const { db, artistId, abandoned } = context
  requireCurrentStep(turn.type, context.steps)
  const hash = computeRevision(turn)
  const { draft: saved, bio, auditHead } = await findOnboarding(db, artistId)
  if (saved?.turn === hash && saved.auditHead === auditHead) {
    yield* viewNewDraft(saved, bio)
    return
  }
  const draft = turn.mode === 'self' ? draftFromOwnWords(turn, bio) : yield* composeDraft(context, turn)
  await runInTransaction(context, async ({ updateOnboarding, head }) => {
    requireCurrentStep(turn.type, context.steps)
    await updateOnboarding({ draft: { auditHead: head, ...draft, turn: hash } })
  })
  if (!abandoned.aborted) yield* viewNewDraft(draft, bio)
}

const viewNewDraft = (draft: PageDraft, bio: string | null): OnboardingEvent[] => [
  draft.doc === ''
    ? viewChat('There is nothing to write from yet: no approved source and no answer.')
    : { kind: 'text-delta', text: draft.doc },
  viewDraft(draft, bio),
]

/** The contract's bound of the sources a draft rests on. */
const sourcesMax = 100
/** Milliseconds that a model may take for an overview; a turn ends within 55 seconds. */
export const overviewMs = 30_000

/** Drafts a page from evidence and answers, to its end also when the client disconnects. */
async function* composeDraft(
  context: TurnContext,
  turn: AboutChoiceTurn,
): AsyncGenerator<OnboardingEvent, PageDraft & { auditHead: string | null }> {
  const { db, artistId } = context
  const requested = turn.sources.map((sourceId) => sourceId.toLowerCase())
  const all = await readLoreRecords(db, artistId)
  const records = { ...all, sources: chooseSources(all, requested) }
  const total = records.sources.length
  yield { kind: 'progress', message: 'Reading your sources', done: 0, total }
  const roomChars = Math.max(0, loreCharsMax - turn.doc.length - paragraphBreak.length)
  const printing = { charsMax: Math.min(composedCharsMax, roomChars), precedingText: turn.doc }
  const { page: composed, language } = await composePage(db, artistId, records, printing)
  yield { kind: 'progress', message: 'Reading your sources', done: total, total }
  // A text that continues another has no overview: the first words of the page are the artist's.
  const overview = turn.doc === '' ? await askForOverview(context, { ...records, page: composed, language }) : undefined
  const page = overview === undefined ? composed : addOverview(composed, overview, language)
  const quoted = page.citations.flatMap(({ kind, id }) => (kind === 'original' ? id : []))
  return {
    doc: [turn.doc, page.text].filter((text) => text !== '').join(paragraphBreak),
    about: await runInTimeSlices(composeAbout(page, records.artistName)),
    sources: [...new Set([...requested, ...quoted])].slice(0, sourcesMax),
    sentences: splitQuotations(page),
    auditHead: records.auditHead,
  }
}

/**
 * The sources to draft from: those the artist names, or all. A candidate of research is none of them, since a draft
 * cannot name it.
 * @throws Problem `evidence_changed` when one that is named may not be used
 */
function chooseSources({ sources }: Records, requested: readonly string[]): Records['sources'] {
  const evidence = sources.filter(({ sourceId }) => !sourceId.startsWith('discovery:'))
  if (requested.length === 0) return evidence
  const chosen = evidence.filter(({ sourceId }) => requested.includes(sourceId))
  if (chosen.length < requested.length)
    throw new Problem('evidence_changed', { message: 'A source cannot be used any more' })
  return chosen
}

/** An overview by the configured model, asked once more where the first does not hold; undefined where none does. */
async function askForOverview(
  context: TurnContext,
  input: Omit<OverviewInput, 'reasons'>,
): Promise<string | undefined> {
  const { db, artistId, providers, stopping } = context
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(overviewMs)])
  const charge = () => transact(db, (trx) => tryCharge(trx, artistId, 'model'))
  const ask = (reasons: string[] | null) =>
    draftOverview({ ...input, reasons }, { model: providers.model, charge, signal })
  try {
    const first = await ask(null)
    const last = first.state === 'refused' ? await ask(first.reasons) : first
    return last.state === 'accepted' ? last.text : undefined
  } catch (error) {
    if (!signal.aborted) throw error
    return undefined
  }
}

/** The first sentence that a source itself states about the artist by name; empty where there is none. */
function* composeAbout({ text, citations }: Lore, artistName: string): TimeSliced<string> {
  const names = buildNameMatcher(artistName)
  for (const { start, end } of citations.filter(({ kind }) => kind === 'original')) {
    const quoted = text.slice(start, end)
    const [found] = yield* findStatements(quoted, yield* listParagraphs(quoted), names)
    if (found !== undefined) return quoted.slice(found.start, found.end)
  }
  return ''
}

/** A draft of the artist's own making. The biography stays as it is. */
const draftFromOwnWords = ({ doc, sources }: AboutChoiceTurn, bio: string | null): PageDraft => ({
  doc,
  about: bio ?? '',
  sources: sources.map((sourceId) => sourceId.toLowerCase()),
  sentences: [],
})
