import { setImmediate as others } from 'node:timers/promises'
import { Problem } from '#src/contract/problems/problem.ts'
import type { AboutChoiceTurn, OnboardingEvent } from '#src/contract/types.gen.ts'
import type { JsonValue } from '#src/database/json.ts'
import { composeLore, type Lore } from '#src/research/lore/compose.ts'
import { loreCharsMax, pageChars, pagesPerSlice } from '#src/research/lore/limits.ts'
import { type Evidence, listEvidence, type Material, readMaterial, readWindows } from '#src/research/lore/material.ts'
import { best, type Pick, pageWindow, picksOf, windowsOf } from '#src/research/lore/shortlist.ts'
import type { HashedCitation } from '#src/text/revisions.ts'
import type { Scene } from './scene.ts'
import { viewProgress } from './views.ts'

/** A sentence of a draft as it stands in what it is from. */
export type DraftSentence = Omit<HashedCitation, 'start' | 'end'> & { text: string }

/** A text for the artist's page. Nothing of it is published before the artist says so. */
export type Draft = {
  doc: string
  about: string
  sources: string[]
  /** What the service has put into `doc`, sentence by sentence; none where the artist writes himself. */
  sentences: DraftSentence[]
}

/** A draft as it is kept: with the turn that asked for it, and the artist's newest audit event when it was made. */
export type SavedDraft = Draft & { turn: string; auditSeq: number }

/** What was written by `markOnboarding` is what is read. */
export const savedDraft = (draft: JsonValue): SavedDraft => draft as SavedDraft

/** Pages of one source that a draft is made from: 60,000 units, an hour's interview. A hundred such sources take some three seconds. */
const pagesPerSourceMax = 3
/** The contract's bound of the sources a draft rests on. */
const sourcesMax = 100
/** Code points of a Lore (contract, LoreDocument); a UTF-16 length is never less. */
const docCharsMax = 20_000
/** A short biography: two or three sentences. */
const aboutCharsMax = 400

/**
 * Drafts a page from evidence and answers, telling how far the reading has come. Undefined when the client has gone while long evidence was
 * read: the reading ends with its next step, and begins again when the turn is taken again.
 */
export async function* composeDraft(
  scene: Scene,
  turn: AboutChoiceTurn,
): AsyncGenerator<OnboardingEvent, (Draft & { auditSeq: number }) | undefined> {
  const wanted = turn.sources.map((sourceId) => sourceId.toLowerCase())
  const evidence = await listSources(scene, wanted)
  const picks: Pick[] = []
  const pages = evidence.flatMap((source) => pagesOf(source))
  for (let done = 0; done < pages.length; done += pagesPerSlice) {
    if (done > 0 && scene.abandoned.aborted) return undefined
    yield viewProgress('Reading your sources', done, pages.length)
    for (const page of await readWindows(scene.db, scene.artistId, pages.slice(done, done + pagesPerSlice))) {
      // Every page takes some milliseconds of the one thread that answers requests as well.
      await others()
      picks.push(...picksOf(page, page.text, scene.artistName))
    }
  }
  yield viewProgress('Reading your sources', pages.length, pages.length)
  const windows = windowsOf(
    best(picks),
    evidence.map(({ source_id }) => source_id),
  )
  const material = await readMaterial(scene.db, scene.artistId, windows)
  return { ...draftOf(material, turn.doc, wanted), auditSeq: material.auditSeq }
}

/**
 * The sources to draft from: those the artist names, or the newest. A candidate of research is none of them, since a draft cannot name it.
 * @throws Problem `evidence_changed` when one that is named may not be used
 */
async function listSources({ db, artistId }: Scene, wanted: readonly string[]): Promise<Evidence[]> {
  const evidence = (await listEvidence(db, artistId)).filter(({ source_id }) => !source_id.startsWith('discovery:'))
  if (wanted.length === 0) return evidence.slice(0, sourcesMax)
  const named = evidence.filter(({ source_id }) => wanted.includes(source_id))
  if (named.length < wanted.length)
    throw new Problem('evidence_changed', { message: 'A source cannot be used any more' })
  return named
}

const pagesOf = ({ source_id: sourceId, revision, total_chars }: Evidence) =>
  Array.from({ length: Math.min(pagesPerSourceMax, Math.ceil(total_chars / pageChars)) }, (_, number) =>
    pageWindow({ sourceId, revision }, number),
  )

/** Goes on from the text that is there; what it says already is not said again. */
export function draftOf(material: Omit<Material, 'auditSeq' | 'evidence'>, begun: string, wanted: string[]): Draft {
  const room = Math.min(loreCharsMax, docCharsMax - begun.length - markersCharsMax)
  const lore = room < 1 ? { text: '', citations: [] } : composeLore({ ...material, maxChars: room })
  const sources = [...new Set([...wanted, ...originalsOf(lore)])]
  const written = withMarkers(lore, sources, begun)
  return {
    doc: begun !== '' && written.text !== '' ? `${begun}\n\n${written.text}` : begun + written.text,
    about: aboutOf(material),
    sources,
    sentences: written.sentences,
  }
}

/** A hundred marks of six characters, ` [100]`. */
const markersCharsMax = 600

const originalsOf = ({ citations }: Lore) => citations.filter(({ kind }) => kind === 'original').map(({ id }) => id)

/** The text with a mark behind each paragraph of a source: its number in `sources`, from 1. Sentences stay as they are. */
function withMarkers({ text, citations }: Lore, sources: readonly string[], begun: string) {
  const sentences: DraftSentence[] = []
  let marked = ''
  for (const paragraph of paragraphsOf(citations)) {
    const fresh = paragraph.filter(({ start, end }) => !begun.includes(text.slice(start, end)))
    const [first] = fresh
    if (first === undefined) continue
    const texts = fresh.map(({ start, end }) => text.slice(start, end))
    const mark = first.kind === 'original' ? ` [${sources.indexOf(first.id) + 1}]` : ''
    marked += `${marked === '' ? '' : '\n\n'}${texts.join(' ')}${mark}`
    sentences.push(...fresh.map(({ start, end, ...place }) => ({ ...place, text: text.slice(start, end) })))
  }
  return { text: marked, sentences }
}

const paragraphsOf = (citations: readonly HashedCitation[]) =>
  Map.groupBy(citations, ({ kind, id }) => `${kind} ${id}`).values()

/** What others have written tells of the artist by name; his own words speak of "I", and stand in where there is nothing else. */
function aboutOf(material: Omit<Material, 'auditSeq' | 'evidence'>): string {
  const told = composeLore({ ...material, answers: [], maxChars: aboutCharsMax }).text
  const text = told === '' ? composeLore({ ...material, passages: [], maxChars: aboutCharsMax }).text : told
  return text.replaceAll('\n\n', ' ')
}

/** A draft of the artist's own making. The biography stays as it is; where there is none, the text's first paragraph is proposed. */
export const ownDraft = ({ doc, sources }: AboutChoiceTurn, bio: string | null): Draft => ({
  doc,
  about: bio ?? doc.split('\n\n')[0] ?? '',
  sources: sources.map((sourceId) => sourceId.toLowerCase()),
  sentences: [],
})

/** The text in pieces that can be shown as they come; joined, they are the text. */
export const piecesOf = (doc: string): string[] => doc.match(/.+?(?:\n\n|$)/gs) ?? []
