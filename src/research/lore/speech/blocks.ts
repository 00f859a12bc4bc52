import { foldWords } from '#src/text/fold.ts'
import { findAttribution, findLastSentenceStart, hasSpeechVerb, readFirstClause } from './attribution.ts'
import { artist, type Conversation, other, type Span, unknown, type Voice } from './conversation.ts'
import { findSpeakerLabel, getLabelVoice, listSpeakerLabels } from './labels.ts'
import { type ArtistName, findMentions, readArtistName, toTitleCase } from './names.ts'
import { hasFirstPerson, splitParagraphs } from './paragraphs.ts'
import { countInterviewQuestions, isInterviewerQuestion, questionsMin } from './questions.ts'
import { detectMarkStyle, type QuotationSpan, splitAtMarks } from './quotation-marks.ts'
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

/** Reads a page that begins at `offset` of its source; `conversation` is changed to what holds at the page's
 * end. Yields between paragraphs. */
export function* readBlocks(
  page: string,
  offset: number,
  nameWords: ReadonlySet<string>,
  conversation: Conversation,
): Generator<void, Block[]> {
  const artistName = readArtistName(page, nameWords)
  const style = detectMarkStyle(page)
  const paragraphs = splitParagraphs(page)
  const labels = paragraphs.flatMap(({ start, end }) => findSpeakerLabel(page.slice(start, end))?.label ?? [])
  conversation.labels = listSpeakerLabels(labels, conversation.labels, nameWords)
  conversation.questions = Math.max(conversation.questions, countInterviewQuestions(page, paragraphs))
  const blocks: Block[] = []
  for (const { start, end, kind } of paragraphs) {
    yield
    const text = page.slice(start, end)
    if (kind === 'separator') conversation.open = null
    if (kind !== 'prose') {
      // A heading may be between two paragraphs of one speech; it opens and closes nothing.
      if (findMentions(toTitleCase(text), artistName).some(({ isArtist }) => isArtist))
        conversation.isArtistNamed = true
      continue
    }
    const at = offset + start
    const labelled = findSpeakerLabel(text)
    if (labelled !== undefined && isTurn(labelled, conversation)) {
      conversation.speaker = getLabelVoice(labelled.label, nameWords)
      blocks.push(buildBlock(conversation.speaker, at + labelled.length, at + text.length))
      continue
    }
    const followsArtist = conversation.person === 'artist' && !conversation.since.other
    const { spans, open, continues } = splitAtMarks(text, conversation.open, style)
    conversation.open = open
    const speech = spans.filter((span) => isSpeech(text, span, spans, continues, open !== null))
    const read =
      speech.length === 0
        ? readNarration(text, at, artistName, conversation)
        : readSpeech({ text, at, spans, speech, continues }, artistName, conversation)
    blocks.push(...read.map((block) => (block.start === at && followsArtist ? { ...block, followsArtist } : block)))
  }
  return blocks
}

/** Where others have labels, a word in capitals with a colon is one more of them. */
const isTurn = ({ label, isUpper }: { label: string; isUpper: boolean }, { labels, speaker }: Conversation) =>
  labels.includes(label) || (speaker !== null && isUpper)

function buildBlock(voice: Voice, start: number, end: number): Block {
  return { ...voice, start, end, parts: [{ start, end }], quoted: [] }
}

/** Words inside marks that a person says, and not a title or a word in use. */
function isSpeech(
  text: string,
  span: QuotationSpan,
  all: readonly QuotationSpan[],
  continues: boolean,
  isOpen: boolean,
): boolean {
  if (!span.quoted) return false
  const quotation = text.slice(span.start, span.end)
  if (span === all[0] && continues) return true
  if (span === all.at(-1) && isOpen) return true
  const words = foldWords(quotation).length
  if (/\b(?:I|I’m|I'm|my|we|our)\b/.test(quotation) && words >= 3) return true
  const at = all.indexOf(span)
  const before = text.slice(all[at - 1]?.start ?? 0, span.start)
  const after = text.slice(span.end, all[at + 1]?.end ?? span.end).slice(0, 60)
  const isTagged = /^["”»’'][\s,]/.test(after) && hasSpeechVerb(after) && /[,.!?…—]$/.test(quotation)
  if (isTagged || (/[,:]\s*["“«‘'„»]?$/.test(before) && hasSpeechVerb(before.slice(-120)))) return true
  return words >= 5 && /[,.!?…]$/.test(quotation.trimEnd()) && /^["“«_*\s]*$/.test(text.slice(0, span.start))
}

function readNarration(text: string, at: number, artistName: ArtistName, conversation: Conversation): Block[] {
  const block = (voice: Voice) => [buildBlock(voice, at, at + text.length)]
  const names = findMentions(text, artistName)
  if (names.some(({ isArtist }) => isArtist)) conversation.isArtistNamed = true
  // A dialogue with dashes does not say where a speaker stops.
  if (/^[—–-]\s/.test(text)) return block(unknown)
  if (
    conversation.base.speaker === 'writer' &&
    conversation.labels.length === 0 &&
    isInterviewerQuestion(text, conversation)
  ) {
    // Where a text is made of questions and answers, what follows a question is its answer.
    conversation.speaker = conversation.questions >= questionsMin && conversation.isArtistNamed ? artist : null
    return block(other)
  }
  if (conversation.speaker !== null && !names.some(({ isArtist }) => isArtist)) return block(conversation.speaker)
  if (conversation.speaker !== null && hasFirstPerson(text)) return block(unknown)
  conversation.speaker = null
  recordPersons(text, artistName, conversation)
  conversation.announced = findAnnouncedVoice(text, at, artistName, conversation)
  conversation.isAdjacent = false
  return block(conversation.base)
}

type Said = { text: string; at: number; spans: QuotationSpan[]; speech: QuotationSpan[]; continues: boolean }

function readSpeech(quotation: Said, artistName: ArtistName, conversation: Conversation): Block[] {
  const { text, at, spans, speech, continues } = quotation
  const voices = new Map<QuotationSpan, Voice>()
  let voice: Voice | undefined = continues ? conversation.openVoice : undefined
  for (const span of spans) {
    const tag = text.slice(span.start, span.end)
    if (!speech.includes(span)) {
      if (!span.quoted) recordPersons(tag, artistName, conversation)
      continue
    }
    const isCarried = continues && span === spans[0]
    voice = isCarried ? conversation.openVoice : (attributeSpeech(quotation, span, artistName, conversation) ?? voice)
    voice ??= inferVoice(tag, conversation)
    voices.set(span, voice)
  }
  const [first] = speech
  const lastVoice = voices.get(speech.at(-1) ?? ({} as QuotationSpan)) ?? unknown
  const blocks = isMostlySpeech(quotation)
    ? buildSpeechBlocks(quotation, voices)
    : [buildNarratedBlock(quotation, voices, conversation), ...buildLongSpeechBlocks(quotation, voices)]
  conversation.openVoice = lastVoice
  conversation.last = lastVoice
  conversation.hasOtherSpoken ||= [...voices.values()].some(({ speaker }) => speaker !== 'artist')
  conversation.isAdjacent = true
  conversation.endedInTag = spans.at(-1)?.quoted === false
  conversation.since = { artist: false, other: false }
  conversation.announced = null
  if (first !== undefined && !isMostlySpeech(quotation)) {
    const tail = spans.at(-1)
    if (tail !== undefined && !tail.quoted)
      conversation.announced = findAnnouncedVoice(
        text.slice(tail.start, tail.end),
        at + tail.start,
        artistName,
        conversation,
      )
  }
  return blocks
}

/** Whom the words beside a quotation name: those after it first, then those before. */
function attributeSpeech(
  quotation: Said,
  span: QuotationSpan,
  artistName: ArtistName,
  conversation: Conversation,
): Voice | undefined {
  const { text, at, spans } = quotation
  const index = spans.indexOf(span)
  const [before, after] = [spans[index - 1], spans[index + 1]]
  if (after !== undefined && !after.quoted) {
    const tag = readFirstClause(text.slice(after.start, after.end))
    const found = findAttribution(tag.slice(0, 140), artistName)
    if (found !== undefined) return resolveVoice(found, at + after.start, conversation)
    // Words that say that a person speaks and leave open who: no guess.
    if (hasSpeechVerb(tag)) return unknown
  }
  if (before !== undefined && !before.quoted) {
    const whole = text.slice(before.start, before.end)
    const from = findLastSentenceStart(whole)
    const found = /[,:—–-]\s*$/.test(whole) ? findAttribution(whole.slice(from), artistName) : undefined
    if (found !== undefined) return resolveVoice(found, at + before.start + from, conversation)
    if (/:\s*$/.test(whole) && namesOnlyArtist(whole.slice(from), artistName)) return artist
    if (isArtistsGesture(whole, artistName)) return artist
  }
  return undefined
}

const countChars = (spans: readonly QuotationSpan[]) => spans.reduce((sum, { start, end }) => sum + end - start, 0)

const isMostlySpeech = ({ text, speech }: Said) => countChars(speech) >= 0.55 * text.length

/** Each voice's words in a row; the narrator's tags between them are left out. */
function buildSpeechBlocks({ at, speech }: Said, voices: ReadonlyMap<QuotationSpan, Voice>): Block[] {
  const blocks: Block[] = []
  for (const span of speech) {
    const voice = voices.get(span) ?? unknown
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
  { text, at, speech }: Said,
  voices: ReadonlyMap<QuotationSpan, Voice>,
  { base }: Conversation,
): Block {
  const quoted = speech.map((span) => ({
    start: at + span.start,
    end: at + span.end,
    speaker: (voices.get(span) ?? unknown).speaker,
  }))
  return { ...buildBlock(base, at, at + text.length), quoted }
}

/** UTF-16 code units. A quotation of this length inside a narrator's paragraph is speech enough to be a block. */
const longSpeechMin = 160

const buildLongSpeechBlocks = (quotation: Said, voices: ReadonlyMap<QuotationSpan, Voice>): Block[] =>
  buildSpeechBlocks(
    { ...quotation, speech: quotation.speech.filter(({ start, end }) => end - start >= longSpeechMin) },
    voices,
  )
