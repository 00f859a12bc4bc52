import type { LoreObject } from '#src/text/revisions.ts'
import { getVoiceKey, type LoreParagraph } from './arrange.ts'
import { chooseMarks, cutMark, introductions } from './forms.ts'
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
 * The text of the paragraphs, in which every character is cited or of a fixed form. The first paragraph gives the
 * artist's whole name, the others call the artist `called`.
 */
export function render(paragraphs: readonly LoreParagraph[], { name, called }: CalledArtist): Lore {
  const lore: Lore = { text: '', citations: [] }
  const state: RenderState = {
    sources: new Set(),
    voices: new Set(),
    key: '',
    source: '',
    answers: 0,
    questions: 0,
    index: 0,
  }
  for (const { runs } of paragraphs) {
    const [first, ...more] = runs
    if (first === undefined) continue
    const artist = { name, called: lore.text === '' ? name : called }
    if (lore.text !== '') lore.text += paragraphBreak
    introduce(lore, first, artist, state)
    state.key = getVoiceKey(first)
    state.voices.add(state.key)
    state.source = first.of.kind === 'original' ? first.of.passage.sourceId : ''
    state.index += 1
    write(lore, first.of.kind === 'original' ? runs : [first])
    for (const [at, run] of more.entries()) {
      if (run.of.kind !== 'answer') break
      lore.text += introductions.answerAlso(run.of.answer.question, at)
      write(lore, [run])
    }
  }
  return lore
}

type RenderState = {
  sources: Set<string>
  voices: Set<string>
  key: string
  source: string
  answers: number
  questions: number
  index: number
}

function introduce(lore: Lore, run: Run, artist: CalledArtist, state: RenderState): void {
  if (run.of.kind === 'answer') {
    if (!run.standsAlone) lore.text += introductions.answerTo(artist, run.of.answer.question, state.questions++)
    else lore.text += introductions.answer(artist, state.answers++)
    return
  }
  const { passage } = run.of
  const first = !state.sources.has(passage.sourceId)
  state.sources.add(passage.sourceId)
  const context = {
    first,
    sameSource: state.source === passage.sourceId,
    sameVoice: state.key === getVoiceKey(run) && !beginsWithPronoun(run),
    hasSpoken: state.voices.has(getVoiceKey(run)),
    index: state.index,
  }
  const { speaker, name } = passage.block
  if (speaker === 'artist') lore.text += introductions.artistIn(artist, passage, context)
  else if (speaker === 'writer') lore.text += introductions.source(artist, passage, context)
  else {
    if (name !== null) cite(lore, run, name, name.text)
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

function cite(lore: Lore, { of }: Run, { start, end }: Span, text: string): void {
  const id = of.kind === 'answer' ? of.answer.entryId : of.passage.sourceId
  const revision = of.kind === 'answer' ? of.answer.revision : of.passage.revision
  for (let from = 0; from < end - start; ) {
    const to = Math.min(end - start, wholeUnit(text, from + citationMax))
    const at = lore.text.length
    lore.text += text.slice(from, to)
    lore.citations.push({
      start: at,
      end: lore.text.length,
      kind: of.kind,
      id,
      revision,
      quoteStart: start + from,
      quoteEnd: start + to,
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
