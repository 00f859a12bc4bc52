import type { LoreObject } from '#src/text/revisions.ts'
import { getVoiceKey, type LoreOutline } from './arrange.ts'
import type { Epithet } from './epithet.ts'
import type { LoreSource } from './evidence.ts'
import { chooseMarks, cutMark, introductions, openings } from './forms.ts'
import type { Run } from './runs.ts'
import { cutEnd } from './sentence.ts'
import type { CalledArtist } from './short-name.ts'
import type { Span } from './speech/conversation.ts'

export type Lore = Pick<LoreObject, 'text' | 'citations'>

export const paragraphBreak = '\n\n'

/** UTF-16 code units. A citation is never longer than a reference may quote (interface, section 2.4). */
const citationMax = 1_600

export type Piece = { span: Span; text: string; before: string }

/**
 * The text of the paragraphs, in which every character is cited or of a fixed form. Where the artist is first named, it
 * is by the whole name; then the artist is called `called`.
 */
export function render({ introduction, paragraphs, interview }: LoreOutline, artist: CalledArtist): Lore {
  const lore: Lore = { text: '', citations: [] }
  const state: RenderState = { sources: new Set(), voices: new Set(), key: '', source: '', index: 0, only: '' }
  const name = (): CalledArtist => ({ ...artist, called: lore.text === '' ? artist.name : artist.called })
  if (artist.continues !== true) open(lore, artist, { introduction, paragraphs, interview }, state)
  for (const { runs, topic } of paragraphs) {
    const [first] = runs
    if (first === undefined) continue
    const called = name()
    if (lore.text !== '') lore.text += paragraphBreak
    introduce(lore, first, called, topic, state)
    state.key = getVoiceKey(first)
    state.voices.add(state.key)
    state.source = first.of.kind === 'original' ? first.of.passage.sourceId : ''
    state.index += 1
    write(lore, runs)
  }
  const called = name()
  if (interview.length > 1) startParagraph(lore).text += introductions.interview(called, interview.length)
  for (const run of interview) {
    if (run.of.kind !== 'answer') continue
    const { question } = run.of.answer
    startParagraph(lore).text +=
      interview.length === 1 ? introductions.answerTo(called, question) : introductions.question(question)
    write(lore, [run])
  }
  return lore
}

function startParagraph(lore: Lore): Lore {
  if (lore.text !== '') lore.text += paragraphBreak
  return lore
}

type RenderState = {
  sources: Set<string>
  voices: Set<string>
  key: string
  source: string
  index: number
  /** The only source, which the opening has named. */
  only: string
}

/** Paragraphs from which on a text says at its beginning what it consists of. */
const contentsMin = 3

/** What a source calls the artist, and what the text consists of, where no quotation says who the artist is. */
function open(
  lore: Lore,
  artist: CalledArtist,
  { introduction, paragraphs, interview }: LoreOutline,
  state: RenderState,
): void {
  const passages = paragraphs.flatMap(({ runs: [run] }) => (run?.of.kind === 'original' ? [run.of.passage] : []))
  const sources = [...new Map(passages.map((passage) => [passage.sourceId, passage])).values()]
  const { epithet } = artist
  const isNarrated = introduction?.of.kind === 'original' && introduction.of.passage.block.speaker === 'writer'
  if (sources.length === 0 || (isNarrated && (epithet === undefined || holds(introduction, epithet)))) return
  if (epithet !== undefined) {
    lore.text += openings.epithet(artist, epithet.source, epithet.article)
    const [opening, closing] = chooseMarks(epithet.text)
    lore.text += opening
    quote(lore, epithet.source, epithet)
    lore.text += `${closing}.`
    state.sources.add(epithet.source.sourceId)
  }
  if (paragraphs.length + interview.length >= contentsMin) {
    const contents = openings.contents(artist, { sources, hasInterview: interview.length > 0 }, epithet?.source)
    lore.text += (lore.text === '' || contents === '' ? '' : ' ') + contents
  }
  const [only] = sources
  if (sources.length > 1 || lore.text === '' || only === undefined) return
  if (epithet === undefined || epithet.source.sourceId === only.sourceId) state.only = only.sourceId
}

/** Whether a run quotes the sentence of the epithet. */
const holds = ({ of, sentences }: Run, { source, start }: Epithet): boolean =>
  of.kind === 'original' &&
  of.passage.sourceId === source.sourceId &&
  sentences.some(({ parts }) => parts.some((part) => part.start <= start && start < part.end))

function introduce(lore: Lore, run: Run, artist: CalledArtist, topic: string | undefined, state: RenderState): void {
  if (run.of.kind === 'answer') return
  const { passage } = run.of
  const first = !state.sources.has(passage.sourceId)
  state.sources.add(passage.sourceId)
  const context = {
    first,
    sameSource: state.source === passage.sourceId,
    sameVoice: state.key === getVoiceKey(run) && !beginsWithPronoun(run),
    isOnlySource: state.only === passage.sourceId,
    hasSpoken: state.voices.has(getVoiceKey(run)),
    index: state.index,
    topic,
  }
  const { speaker, name } = passage.block
  if (speaker === 'artist') lore.text += introductions.artistIn(artist, passage, context)
  else if (speaker === 'writer') lore.text += introductions.source(artist, passage, context)
  else {
    if (name !== null) quote(lore, passage, name)
    lore.text += introductions.voiceIn(artist, passage, context, name !== null)
  }
}

/** "She" is the artist, whom the words before it name. */
const beginsWithPronoun = ({ sentences }: Run) => sentences[0]?.needs === true

/** The words of runs of one voice. */
function write(lore: Lore, runs: readonly Run[]): void {
  const last = runs.at(-1)
  if (last === undefined) return
  const pieces = splitIntoPieces(runs)
  const [opening, closing] = chooseMarks(pieces.map(({ text }) => text).join(''))
  lore.text += opening
  for (const { span, text, before } of pieces) {
    lore.text += before
    cite(lore, last, span, text)
  }
  lore.text += stopBehind(last, pieces.at(-1)?.text ?? '') + closing
}

/** The mark that a text lacks at its end. */
function stopBehind({ sentences }: Run, text: string): string {
  if (sentences.at(-1)?.stop === cutEnd) return cutEnd
  return /[.!?…]["'”’»)\]_*]*$/u.test(text) || /\p{Extended_Pictographic}$/u.test(text) ? '' : '.'
}

function cite(lore: Lore, { of }: Run, span: Span, text: string): void {
  if (of.kind === 'original') quote(lore, of.passage, { ...span, text })
  else quoteExactly(lore, { kind: of.kind, id: of.answer.entryId, revision: of.answer.revision }, { ...span, text })
}

const quote = (lore: Lore, { sourceId: id, revision }: LoreSource, quoted: Quoted): void =>
  quoteExactly(lore, { kind: 'original', id, revision }, quoted)

type Quoted = Span & { text: string }

function quoteExactly(
  lore: Lore,
  evidence: Pick<Lore['citations'][number], 'kind' | 'id' | 'revision'>,
  { start, end, text }: Quoted,
): void {
  for (let from = 0; from < end - start; ) {
    const to = Math.min(end - start, wholeUnit(text, from + citationMax))
    const at = lore.text.length
    lore.text += text.slice(from, to)
    lore.citations.push({
      ...{ start: at, end: lore.text.length, ...evidence },
      ...{ quoteStart: start + from, quoteEnd: start + to },
    })
    from = to
  }
}

/** A place that does not part the two units of one character. */
const wholeUnit = (text: string, at: number) => (/[\ud800-\udbff]/.test(text[at - 1] ?? '') ? at - 1 : at)

/**
 * The windows of the runs, each with what joins it to the one before: a space where nothing is left out, else a mark of
 * the cut.
 */
export function splitIntoPieces(runs: readonly Run[]): Piece[] {
  const pieces: Piece[] = []
  let stop = ''
  let source: string | undefined
  for (const run of runs) {
    const text = getTextReader(run)
    const id =
      run.of.kind === 'answer' ? run.of.answer.entryId : `${run.of.passage.sourceId} ${run.of.passage.block.start}`
    for (const sentence of run.sentences) {
      for (const span of sentence.parts) {
        const last = pieces.at(-1)
        const gap = last === undefined ? '' : source === id ? text(last.span.end, span.start) : undefined
        if (last !== undefined && stop === '' && gap !== undefined && /^\s*$/.test(gap) && !/\n\s*\n/.test(gap)) {
          last.text += gap + text(span.start, span.end)
          last.span = { start: last.span.start, end: span.end }
        } else {
          const isWhole = gap !== undefined && !/[\p{L}\p{N}]/u.test(gap)
          const joint = last === undefined ? '' : isWhole ? ' ' : ` ${cutMark} `
          pieces.push({ span: { ...span }, text: text(span.start, span.end), before: stop + joint })
        }
        stop = ''
        source = id
      }
      stop = sentence.stop
    }
  }
  return pieces
}

function getTextReader({ of }: Run): (start: number, end: number) => string {
  if (of.kind === 'answer') return (start, end) => of.answer.answer.slice(start, end)
  const { block, text } = of.passage
  return (start, end) => text.slice(start - block.start, end - block.start)
}
