import { Problem } from '#src/contract/problems/problem.ts'
import type { AboutChoiceTurn, OnboardingEvent } from '#src/contract/types.gen.ts'
import type { JsonValue } from '#src/database/json.ts'
import { compose, type LoreInput } from '#src/research/lore/compose.ts'
import { loreCharsMax, pageChars, pagesPerSlice } from '#src/research/lore/limits.ts'
import {
  type EligibleSource,
  listEligibleSources,
  type Material,
  readMaterial,
  readWindows,
  toLoreSource,
} from '#src/research/lore/material.ts'
import type { SpeechReading } from '#src/research/lore/read-source.ts'
import { type Lore, paragraphBreak } from '#src/research/lore/render.ts'
import {
  computePageWindow,
  type ShortlistedBlock,
  selectBestBlocks,
  shortlistBlocks,
  sortBlocks,
} from '#src/research/lore/shortlist.ts'
import type { HashedCitation } from '#src/text/revisions.ts'
import { findSentences } from '#src/text/sentences.ts'
import { runInTimeSlices, type TimeSliced } from '#src/text/time-slices.ts'
import type { DraftSentence, PageDraft } from './page-draft.ts'
import type { TurnContext } from './turn-context.ts'
import { viewProgress } from './views.ts'

/**
 * A draft as it is kept: with the hash of the turn that asked for it, and the hash of the artist's newest audit event
 * when it was made.
 */
export type SavedDraft = PageDraft & { turn: string; auditHead: string | null }

/** The stored JSON is in this form, because only `markOnboarding` writes it. */
export const readSavedDraft = (draft: JsonValue): SavedDraft => draft as SavedDraft

/**
 * Pages of one source that a draft is made from: 60,000 units, an hour's interview. A hundred such sources take some
 * three seconds.
 */
const pagesPerSourceMax = 3
/** The contract's bound of the sources a draft rests on. */
const sourcesMax = 100
/** Code points of a Lore (contract, LoreDocument); a UTF-16 length is never less. */
const docCodePointsMax = 20_000
/** A short biography: two or three sentences. */
const aboutCharsMax = 400

type Read = { shortlist: ShortlistedBlock[]; next: SpeechReading }

/**
 * Drafts a page from evidence and answers, telling how far the reading has come. Undefined when the client disconnects
 * while long evidence is read: reading then stops, and starts over when the turn is taken again.
 */
export async function* composeDraft(
  context: TurnContext,
  turn: AboutChoiceTurn,
): AsyncGenerator<OnboardingEvent, (PageDraft & { auditHead: string | null }) | undefined> {
  const requested = turn.sources.map((sourceId) => sourceId.toLowerCase())
  const evidence = await listSources(context, requested)
  const blocks: ShortlistedBlock[] = []
  const pages = evidence.flatMap((source) => selectPages(source))
  let reading: SpeechReading | null = null
  for (const [pagesRead, { source, number, isLast }] of pages.entries()) {
    if (pagesRead > 0 && context.abandoned.aborted) return undefined
    if (pagesRead % pagesPerSlice === 0) yield viewProgress('Reading your sources', pagesRead, pages.length)
    const [page] = await readWindows(context.db, context.artistId, [
      computePageWindow(toLoreSource(source), number, reading),
    ])
    const work: TimeSliced<Read> | undefined =
      page && shortlistBlocks({ ...source, ...toLoreSource(source) }, page, context.artistName, reading, isLast, [])
    const read: Read | undefined = work && (await runInTimeSlices(work))
    blocks.push(...(read?.shortlist ?? []))
    reading = isLast ? null : (read?.next ?? null)
  }
  yield viewProgress('Reading your sources', pages.length, pages.length)
  const sourceIds = evidence.map(({ source_id }) => source_id)
  const material = await readMaterial(context.db, context.artistId, sortBlocks(selectBestBlocks(blocks), sourceIds))
  return { ...(await composePageDraft(material, turn.doc, requested)), auditHead: material.auditHead }
}

/**
 * The sources to draft from: those the artist names, or the newest. A candidate of research is none of them, since a
 * draft cannot name it.
 * @throws Problem `evidence_changed` when one that is named may not be used
 */
async function listSources({ db, artistId }: TurnContext, requested: readonly string[]): Promise<EligibleSource[]> {
  const evidence = (await listEligibleSources(db, artistId)).filter(
    ({ source_id }) => !source_id.startsWith('discovery:'),
  )
  if (requested.length === 0) return evidence.slice(0, sourcesMax)
  const chosen = evidence.filter(({ source_id }) => requested.includes(source_id))
  if (chosen.length < requested.length)
    throw new Problem('evidence_changed', { message: 'A source cannot be used any more' })
  return chosen
}

function selectPages(source: EligibleSource) {
  const count = Math.min(pagesPerSourceMax, Math.ceil(source.total_chars / pageChars))
  return Array.from({ length: count }, (_, number) => ({ source, number, isLast: number === count - 1 }))
}

type DraftMaterial = Omit<Material, 'auditHead' | 'sources'>

/** Continues the existing text; its sentences are not repeated. */
async function composePageDraft(
  material: DraftMaterial,
  precedingText: string,
  requested: string[],
): Promise<PageDraft> {
  const charsLeft = Math.min(loreCharsMax, docCodePointsMax - precedingText.length - markersCharsMax)
  const empty: Lore = { text: '', citations: [] }
  const lore =
    charsLeft < 1 ? empty : await runInTimeSlices(compose({ ...material, charsMax: charsLeft, precedingText }))
  const sources = [...new Set([...requested, ...listOriginalIds(lore)])]
  const text = addMarkers(lore, sources)
  return {
    doc: precedingText !== '' && text !== '' ? `${precedingText}${paragraphBreak}${text}` : precedingText + text,
    about: await composeAbout(material),
    sources,
    sentences: lore.citations.flatMap((citation) => splitIntoSentences(lore, citation)),
  }
}

/** A hundred marks of six characters, ` [100]`. */
const markersCharsMax = 600

const listOriginalIds = ({ citations }: Lore) => citations.filter(({ kind }) => kind === 'original').map(({ id }) => id)

/** The text with a mark after each paragraph of a source: its number in `sources`, from 1. */
function addMarkers({ text, citations }: Lore, sources: readonly string[]): string {
  let start = 0
  return text
    .split(paragraphBreak)
    .map((paragraph) => {
      const end = start + paragraph.length
      const cited = citations.find((citation) => citation.start >= start && citation.end <= end)
      start = end + paragraphBreak.length
      return cited?.kind === 'original' ? `${paragraph} [${sources.indexOf(cited.id) + 1}]` : paragraph
    })
    .join(paragraphBreak)
}

/** The sentences of a citation, each at its own place: the artist corrects one sentence at a time. */
function splitIntoSentences({ text }: Lore, { start: from, end: to, ...place }: HashedCitation): DraftSentence[] {
  const cited = text.slice(from, to)
  return findSentences(cited).map(({ start, end }) => ({
    ...place,
    text: cited.slice(start, end),
    quoteStart: place.quoteStart + start,
    quoteEnd: place.quoteStart + end,
  }))
}

/** What others have written names the artist; answers speak of "I", and are used where there is nothing else. */
async function composeAbout(material: DraftMaterial): Promise<string> {
  const composePart = (parts: Partial<LoreInput>) =>
    runInTimeSlices(compose({ ...material, ...parts, charsMax: aboutCharsMax }))
  const draft = await composePart({ withoutAnswers: true })
  const { text } = draft.text === '' ? await composePart({ passages: [] }) : draft
  return text.replaceAll(paragraphBreak, ' ')
}

/**
 * A draft of the artist's own making. The biography stays as it is; where there is none, the text's first paragraph is
 * proposed.
 */
export const draftFromOwnWords = ({ doc, sources }: AboutChoiceTurn, bio: string | null): PageDraft => ({
  doc,
  about: bio ?? doc.split('\n\n')[0] ?? '',
  sources: sources.map((sourceId) => sourceId.toLowerCase()),
  sentences: [],
})

/** The text in pieces that can be shown as they come; joined, they are the text. */
export const splitDraft = (doc: string): string[] => doc.match(/.+?(?:\n\n|$)/gs) ?? []
