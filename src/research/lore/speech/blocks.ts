import { foldWords } from '#src/text/fold.ts'
import type { TimeSliced } from '#src/text/time-slices.ts'
import { findAttribution, findLastSentenceStart, hasSpeechVerb, readFirstClause } from './attribution.ts'
import { findSpeakerLabel, getLabelVoice, listSpeakerLabels } from './labels.ts'
import { findMentions, fitNameMatcher, type NameMatcher, toTitleCase } from './names.ts'
import { hasFirstPerson, splitParagraphs } from './paragraphs.ts'
import { countInterviewQuestions, isInterviewerQuestion, questionsMin } from './questions.ts'
import { detectMarkStyle, type QuotationSpan, splitAtMarks } from './quotation-marks.ts'
import { artistVoice, otherVoice, type Span, type SpeechState, unknownVoice, type Voice } from './speech-state.ts'
import {
  findAnnouncedVoice,
  inferVoice,
  isArtistsGesture,
  namesOnlyArtist,
  recordPersons,
  resolveVoice,
} from './who-speaks.ts'

/**
 * What one voice says in one paragraph. `parts` are its words without quotation marks and without the narrator's tags
 * between them; `quoted` is whose words a narrator's sentence holds inside quotation marks.
 */
export type Block = Span &
  Voice & {
    parts: Span[]
    quoted: (Span & { speaker: Voice['speaker'] })[]
    /** Whether "she" at its beginning means the artist: the text has last spoken of no other person. */
    followsArtist?: boolean
  }

/** Reads a page that begins at `offset` of its source; `state` is changed to what holds at the page's
 * end. Yields between paragraphs. */
export function* readBlocks(
  page: string,
  offset: number,
  nameWords: ReadonlySet<string>,
  state: SpeechState,
): TimeSliced<Block[]> {
  const nameMatcher = fitNameMatcher(page, nameWords)
  const style = detectMarkStyle(page)
  const paragraphs = splitParagraphs(page)
  const labels = paragraphs.flatMap(({ start, end }) => findSpeakerLabel(page.slice(start, end))?.label ?? [])
  state.labels = listSpeakerLabels(labels, state.labels, nameWords)
  state.questionCount = Math.max(state.questionCount, countInterviewQuestions(page, paragraphs))
  const blocks: Block[] = []
  for (const { start, end, kind } of paragraphs) {
    yield
    const text = page.slice(start, end)
    if (kind === 'separator') state.openQuotation = null
    if (kind !== 'prose') {
      // A heading may be between two paragraphs of one speech; it opens and closes nothing.
      if (findMentions(toTitleCase(text), nameMatcher).some(({ isArtist }) => isArtist)) state.isArtistNamed = true
      continue
    }
    const at = offset + start
    const labelled = findSpeakerLabel(text)
    if (labelled !== undefined && isTurn(labelled, state)) {
      state.currentVoice = getLabelVoice(labelled.label, nameWords)
      blocks.push(buildBlock(state.currentVoice, at + labelled.length, at + text.length))
      continue
    }
    const followsArtist = state.pronounReferent === 'artist' && !state.namedSinceSpeech.other
    const { spans, openQuotation, continuesQuotation } = splitAtMarks(text, state.openQuotation, style)
    state.openQuotation = openQuotation
    const speech = spans.filter((span) => isSpeech(text, span, spans, continuesQuotation, openQuotation !== null))
    const read =
      speech.length === 0
        ? readNarration(text, at, nameMatcher, state)
        : readSpeech({ text, at, spans, speech, continuesQuotation }, nameMatcher, state)
    blocks.push(...read.map((block) => (block.start === at && followsArtist ? { ...block, followsArtist } : block)))
  }
  return blocks
}

/** Where others have labels, a word in capitals with a colon is one more of them. */
const isTurn = ({ label, isUpper }: { label: string; isUpper: boolean }, { labels, currentVoice }: SpeechState) =>
  labels.includes(label) || (currentVoice !== null && isUpper)

function buildBlock(voice: Voice, start: number, end: number): Block {
  return { ...voice, start, end, parts: [{ start, end }], quoted: [] }
}

/** UTF-16 code units of a tag after and before a quotation: a verb of saying further away belongs to other words. */
const tagAfterCharsMax = 60
const tagBeforeCharsMax = 120

/** Words inside marks that a person says, and not a title or a word in use. */
function isSpeech(
  text: string,
  span: QuotationSpan,
  all: readonly QuotationSpan[],
  continuesQuotation: boolean,
  isOpen: boolean,
): boolean {
  if (!span.quoted) return false
  const quotation = text.slice(span.start, span.end)
  if (span === all[0] && continuesQuotation) return true
  if (span === all.at(-1) && isOpen) return true
  const words = foldWords(quotation).length
  if (/\b(?:I|I’m|I'm|my|we|our)\b/.test(quotation) && words >= 3) return true
  const at = all.indexOf(span)
  const before = text.slice(all[at - 1]?.start ?? 0, span.start)
  const after = text.slice(span.end, all[at + 1]?.end ?? span.end).slice(0, tagAfterCharsMax)
  const isTagged = /^["”»’'][\s,]/.test(after) && hasSpeechVerb(after) && /[,.!?…—]$/.test(quotation)
  if (isTagged || (/[,:]\s*["“«‘'„»]?$/.test(before) && hasSpeechVerb(before.slice(-tagBeforeCharsMax)))) return true
  return words >= 5 && /[,.!?…]$/.test(quotation.trimEnd()) && /^["“«_*\s]*$/.test(text.slice(0, span.start))
}

function readNarration(text: string, at: number, nameMatcher: NameMatcher, state: SpeechState): Block[] {
  const block = (voice: Voice) => [buildBlock(voice, at, at + text.length)]
  const names = findMentions(text, nameMatcher)
  if (names.some(({ isArtist }) => isArtist)) state.isArtistNamed = true
  // A dialogue with dashes does not say where a speaker stops.
  if (/^[—–-]\s/.test(text)) return block(unknownVoice)
  if (state.defaultVoice.speaker === 'writer' && state.labels.length === 0 && isInterviewerQuestion(text, state)) {
    // Where a text is made of questions and answers, what follows a question is its answer.
    state.currentVoice = state.questionCount >= questionsMin && state.isArtistNamed ? artistVoice : null
    return block(otherVoice)
  }
  if (state.currentVoice !== null && !names.some(({ isArtist }) => isArtist)) return block(state.currentVoice)
  if (state.currentVoice !== null && hasFirstPerson(text)) return block(unknownVoice)
  state.currentVoice = null
  recordPersons(text, nameMatcher, state)
  state.announcedVoice = findAnnouncedVoice(text, at, nameMatcher, state)
  state.isAdjacent = false
  return block(state.defaultVoice)
}

type QuotedParagraph = {
  text: string
  at: number
  spans: QuotationSpan[]
  speech: QuotationSpan[]
  continuesQuotation: boolean
}

function readSpeech(paragraph: QuotedParagraph, nameMatcher: NameMatcher, state: SpeechState): Block[] {
  const { text, at, spans, speech, continuesQuotation } = paragraph
  const voices = new Map<QuotationSpan, Voice>()
  let voice: Voice | undefined = continuesQuotation ? state.openVoice : undefined
  for (const span of spans) {
    const words = text.slice(span.start, span.end)
    if (!speech.includes(span)) {
      if (!span.quoted) recordPersons(words, nameMatcher, state)
      continue
    }
    const isCarried = continuesQuotation && span === spans[0]
    voice = isCarried ? state.openVoice : (attributeSpeech(paragraph, span, nameMatcher, state) ?? voice)
    voice ??= inferVoice(words, state)
    voices.set(span, voice)
  }
  const [first] = speech
  const lastVoice = voices.get(speech.at(-1) ?? ({} as QuotationSpan)) ?? unknownVoice
  const blocks = isMostlySpeech(paragraph)
    ? buildSpeechBlocks(paragraph, voices)
    : [buildNarratedBlock(paragraph, voices, state), ...buildLongSpeechBlocks(paragraph, voices)]
  state.openVoice = lastVoice
  state.lastVoice = lastVoice
  state.hasOtherSpoken ||= [...voices.values()].some(({ speaker }) => speaker !== 'artist')
  state.isAdjacent = true
  state.endedInTag = spans.at(-1)?.quoted === false
  state.namedSinceSpeech = { artist: false, other: false }
  state.announcedVoice = null
  if (first !== undefined && !isMostlySpeech(paragraph)) {
    const tail = spans.at(-1)
    if (tail !== undefined && !tail.quoted)
      state.announcedVoice = findAnnouncedVoice(text.slice(tail.start, tail.end), at + tail.start, nameMatcher, state)
  }
  return blocks
}

/** UTF-16 code units of the first clause after a quotation in which its speaker is named. */
const attributionCharsMax = 140

/** Whom the words beside a quotation name: those after it first, then those before. */
function attributeSpeech(
  paragraph: QuotedParagraph,
  span: QuotationSpan,
  nameMatcher: NameMatcher,
  state: SpeechState,
): Voice | undefined {
  const { text, at, spans } = paragraph
  const index = spans.indexOf(span)
  const [before, after] = [spans[index - 1], spans[index + 1]]
  if (after !== undefined && !after.quoted) {
    const tag = readFirstClause(text.slice(after.start, after.end))
    const found = findAttribution(tag.slice(0, attributionCharsMax), nameMatcher)
    if (found !== undefined) return resolveVoice(found, at + after.start, state)
    // Words that say that a person speaks and leave open who: no guess.
    if (hasSpeechVerb(tag)) return unknownVoice
  }
  if (before !== undefined && !before.quoted) {
    const whole = text.slice(before.start, before.end)
    const from = findLastSentenceStart(whole)
    const found = /[,:—–-]\s*$/.test(whole) ? findAttribution(whole.slice(from), nameMatcher) : undefined
    if (found !== undefined) return resolveVoice(found, at + before.start + from, state)
    if (/:\s*$/.test(whole) && namesOnlyArtist(whole.slice(from), nameMatcher)) return artistVoice
    if (isArtistsGesture(whole, nameMatcher)) return artistVoice
  }
  return undefined
}

const countChars = (spans: readonly QuotationSpan[]) => spans.reduce((sum, { start, end }) => sum + end - start, 0)

/** The least share of a paragraph's characters inside quotation marks for its narration to be tags only. */
const speechShareMin = 0.55

const isMostlySpeech = ({ text, speech }: QuotedParagraph) => countChars(speech) >= speechShareMin * text.length

/** Each voice's words in a row; the narrator's tags between them are left out. */
function buildSpeechBlocks({ at, speech }: QuotedParagraph, voices: ReadonlyMap<QuotationSpan, Voice>): Block[] {
  const blocks: Block[] = []
  for (const span of speech) {
    const voice = voices.get(span) ?? unknownVoice
    const part = { start: at + span.start, end: at + span.end }
    const last = blocks.at(-1)
    if (last !== undefined && last.speaker === voice.speaker) {
      last.parts.push(part)
      last.end = part.end
    } else blocks.push(buildBlock(voice, part.start, part.end))
  }
  return blocks
}

/** A narrator's paragraph with what it quotes. */
function buildNarratedBlock(
  { text, at, speech }: QuotedParagraph,
  voices: ReadonlyMap<QuotationSpan, Voice>,
  { defaultVoice }: SpeechState,
): Block {
  const quoted = speech.map((span) => ({
    start: at + span.start,
    end: at + span.end,
    speaker: (voices.get(span) ?? unknownVoice).speaker,
  }))
  return { ...buildBlock(defaultVoice, at, at + text.length), quoted }
}

/** UTF-16 code units. A quotation of this length inside a narrator's paragraph is speech enough to be a block. */
const longSpeechCharsMin = 160

const buildLongSpeechBlocks = (paragraph: QuotedParagraph, voices: ReadonlyMap<QuotationSpan, Voice>): Block[] =>
  buildSpeechBlocks(
    { ...paragraph, speech: paragraph.speech.filter(({ start, end }) => end - start >= longSpeechCharsMin) },
    voices,
  )
