import type { LoreObject } from '#src/text/revisions.ts'
import { type Epithet, isTradeAlone } from './epithet.ts'
import type { LoreSource } from './evidence.ts'
import { chooseMarks, leadIns, openings } from './forms.ts'
import type { LoreOutline, Thread } from './outline.ts'
import { splitIntoPieces } from './pieces.ts'
import { getAnswer } from './place-answers.ts'
import { quotesReference } from './references.ts'
import { getEvidence, getVoiceKey, type Run } from './runs.ts'
import { omittedRest } from './sentence.ts'
import type { ArtistInText } from './short-name.ts'
import type { Span } from './speech/speech-state.ts'

export type Lore = Pick<LoreObject, 'text' | 'citations'>

export const paragraphBreak = '\n\n'

/** UTF-16 code units. A citation is never longer than a reference may quote (interface, section 2.4). */
const citationCharsMax = 1_600

/**
 * The text of the paragraphs, in which every character is cited or of a fixed form. Where the artist is first named, it
 * is by the whole name; then the artist is called `called`.
 */
export function render(outline: LoreOutline, artist: ArtistInText): Lore {
  const { paragraphs, interview } = outline
  const lore: Lore = { text: '', citations: [] }
  const state: RenderState = {
    sources: new Set(),
    voices: new Set(),
    lastVoiceKey: '',
    lastSourceId: '',
    paragraphCount: 0,
    onlySourceId: '',
  }
  const name = (): ArtistInText => ({ ...artist, called: lore.text === '' ? artist.name : artist.called })
  if (artist.hasPrecedingText !== true) writeOpening(lore, artist, outline, state)
  for (const { runs, topic, threads } of paragraphs) {
    const [first] = runs
    if (first === undefined) continue
    const called = name()
    startParagraph(lore)
    writeLeadIn(lore, first, called, topic, state)
    state.lastVoiceKey = getVoiceKey(first)
    state.voices.add(state.lastVoiceKey)
    state.lastSourceId = first.origin.kind === 'original' ? first.origin.passage.sourceId : ''
    state.paragraphCount += 1
    writeRuns(lore, runs)
    writeThreads(lore, threads, artist, runs)
    if (threads.length > 0) Object.assign(state, { lastVoiceKey: '', lastSourceId: '' })
  }
  const isFurther = paragraphs.some(({ threads }) => threads.length > 0)
  const { length } = interview.flat()
  if (length === 1 && !isFurther) writeThreads(lore, interview, name())
  else if (length > 0) {
    startParagraph(lore).text += leadIns.interview(name(), length, isFurther)
    writeThreads(lore, interview)
  }
  return lore
}

/** UTF-16 code units of the short questions and answers of one paragraph, about one thing. */
const togetherChars = 260

/**
 * Writes questions and answers after what they are about: an answer and those about it share a paragraph, and so do
 * short ones about one quotation. `artist`: who answers the first, where that is not said before. `runs`: what they are
 * about.
 */
function writeThreads(lore: Lore, threads: readonly Thread[], artist?: ArtistInText, runs: readonly Run[] = []): void {
  let chars = Number.POSITIVE_INFINITY
  for (const [at, thread] of threads.entries()) {
    chars += thread.reduce((sum, run) => sum + countAsked(run), 0)
    const [first] = thread
    const isAbout = runs.some((run) => quotesReference(run, (first && getAnswer(first)?.references) ?? []))
    const needsParagraph = !isAbout || chars > togetherChars
    if (needsParagraph) chars = thread.reduce((sum, run) => sum + countAsked(run), 0)
    for (const [number, run] of thread.entries()) {
      const question = getAnswer(run)?.question ?? ''
      if (needsParagraph && number === 0) startParagraph(lore)
      else lore.text += ' '
      lore.text +=
        artist !== undefined && at + number === 0 ? leadIns.answerTo(artist, question) : leadIns.question(question)
      writeRuns(lore, [run])
    }
  }
}

const countAsked = (run: Run): number => {
  const { question = '', answer = '' } = getAnswer(run) ?? {}
  return question.length + answer.length
}

function startParagraph(lore: Lore): Lore {
  if (lore.text !== '') lore.text += paragraphBreak
  return lore
}

type RenderState = {
  /** Those that are named or quoted so far. */
  sources: Set<string>
  voices: Set<string>
  /** Of the paragraph before; '' after an answer. */
  lastVoiceKey: string
  lastSourceId: string
  paragraphCount: number
  /** The source of the text, where it has one only, else ''. */
  onlySourceId: string
}

/** Paragraphs and answers from which on a text says at its beginning what it consists of. */
const contentsMin = 3

/**
 * The opening of the text: what a source calls the artist, and what the text consists of, unless the introduction
 * is narration and no other sentence calls the artist something.
 */
function writeOpening(
  lore: Lore,
  artist: ArtistInText,
  { introduction, topics, paragraphs, interview }: LoreOutline,
  state: RenderState,
): void {
  const passages = paragraphs.flatMap(({ runs: [run] }) =>
    run?.origin.kind === 'original' ? [run.origin.passage] : [],
  )
  const sources = [...new Map(passages.map((passage) => [passage.sourceId, passage])).values()]
  const { epithet } = artist
  const [only] = sources
  if (sources.length === 1) state.onlySourceId = only?.sourceId ?? ''
  const isByWriter = introduction?.origin.kind === 'original' && introduction.origin.passage.block.speaker === 'writer'
  if (sources.length === 0 || (isByWriter && (epithet === undefined || quotesEpithet(introduction, epithet)))) return
  const answers = [...interview, ...paragraphs.flatMap(({ threads }) => threads)].flat().length
  const speaks = paragraphs.every(
    ({ runs: [run] }) =>
      run === introduction || (run?.origin.kind === 'original' && run.origin.passage.block.speaker === 'artist'),
  )
  const listContents = (named?: LoreSource) =>
    paragraphs.length + answers < contentsMin
      ? ''
      : openings.contents(artist, { sources, topics, speaks, answers }, named)
  const ofArtist = listContents()
  if (ofArtist !== '' && epithet?.source.sourceId === state.onlySourceId && isTradeAlone(epithet.text)) {
    const [before, after] = openings.apposition(artist, epithet.article, ofArtist)
    lore.text += before
    quote(lore, epithet.source, epithet)
    lore.text += after
    state.sources.add(state.onlySourceId)
    return
  }
  if (epithet !== undefined) {
    lore.text += openings.epithet(artist, epithet.source, epithet.article)
    const [opening, closing] = chooseMarks(epithet.text)
    lore.text += opening
    quote(lore, epithet.source, epithet)
    lore.text += `${closing}.`
    state.sources.add(epithet.source.sourceId)
  }
  const contents = epithet === undefined ? ofArtist : listContents(epithet.source)
  lore.text += (lore.text === '' || contents === '' ? '' : ' ') + contents
  if (sources.length === 1 && contents !== '') state.sources.add(state.onlySourceId)
}

/** Whether a run quotes the sentence of the epithet. */
const quotesEpithet = ({ origin, sentences }: Run, { source, start }: Epithet): boolean =>
  origin.kind === 'original' &&
  origin.passage.sourceId === source.sourceId &&
  sentences.some(({ parts }) => parts.some((part) => part.start <= start && start < part.end))

function writeLeadIn(lore: Lore, run: Run, artist: ArtistInText, topic: string | undefined, state: RenderState): void {
  if (run.origin.kind === 'answer') return
  const { passage } = run.origin
  const first = !state.sources.has(passage.sourceId)
  state.sources.add(passage.sourceId)
  const context = {
    first,
    sameSource: state.lastSourceId === passage.sourceId,
    sameVoice: state.lastVoiceKey === getVoiceKey(run) && !beginsWithPronoun(run),
    isOnlySource: state.onlySourceId === passage.sourceId && !first,
    hasSpoken: state.voices.has(getVoiceKey(run)),
    index: state.paragraphCount,
    topic,
  }
  const { speaker, name } = passage.block
  if (speaker === 'artist') lore.text += leadIns.artistIn(artist, passage, context)
  else if (speaker === 'writer') lore.text += leadIns.source(artist, passage, context)
  else {
    lore.text += leadIns.topic(topic)
    const { withApposition } = context.hasSpoken || name === null ? {} : name
    if (name !== null && withApposition !== undefined)
      quote(lore, passage, { start: name.start, end: name.start + withApposition.length, text: withApposition })
    else if (name !== null) quote(lore, passage, name)
    if (withApposition !== undefined) lore.text += leadIns.afterApposition
    lore.text += leadIns.voiceIn(artist, passage, context, name !== null)
  }
}

/** "She" is the artist, whom the words before it name. */
const beginsWithPronoun = ({ sentences }: Run) => sentences[0]?.needsContext === true

/** Writes the quotations of runs of one voice. */
function writeRuns(lore: Lore, runs: readonly Run[]): void {
  const last = runs.at(-1)
  if (last === undefined) return
  const pieces = splitIntoPieces(runs)
  const [opening, closing] = chooseMarks(pieces.map(({ text }) => text).join(''))
  lore.text += opening
  for (const { span, text, before } of pieces) {
    lore.text += before
    cite(lore, last, span, text)
  }
  lore.text += chooseEndMark(last, pieces.at(-1)?.text ?? '') + closing
}

/** The mark that a text lacks at its end. */
function chooseEndMark({ sentences }: Run, text: string): string {
  if (sentences.at(-1)?.missingEnd === omittedRest) return omittedRest
  return /[.!?…]["'”’»)\]_*]*$/u.test(text) || /\p{Extended_Pictographic}$/u.test(text) ? '' : '.'
}

const cite = (lore: Lore, run: Run, span: Span, text: string): void =>
  quoteExactly(lore, getEvidence(run), { ...span, text })

const quote = (lore: Lore, { sourceId: id, revision }: LoreSource, quoted: Quotation): void =>
  quoteExactly(lore, { kind: 'original', id, revision }, quoted)

type Quotation = Span & { text: string }

function quoteExactly(
  lore: Lore,
  evidence: Pick<Lore['citations'][number], 'kind' | 'id' | 'revision'>,
  { start, end, text }: Quotation,
): void {
  for (let from = 0; from < end - start; ) {
    const to = Math.min(end - start, findUnitBoundary(text, from + citationCharsMax))
    const at = lore.text.length
    lore.text += text.slice(from, to)
    lore.citations.push({
      start: at,
      end: lore.text.length,
      ...evidence,
      quoteStart: start + from,
      quoteEnd: start + to,
    })
    from = to
  }
}

/** The offset, one lower where it would split a surrogate pair. */
const findUnitBoundary = (text: string, at: number) => (/[\ud800-\udbff]/.test(text[at - 1] ?? '') ? at - 1 : at)
