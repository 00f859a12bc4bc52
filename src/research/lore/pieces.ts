import type { Run } from './runs.ts'
import { omissionMark } from './sentence.ts'
import type { Span } from './speech/speech-state.ts'

export type Piece = { span: Span; text: string; before: string }

/**
 * The windows of the runs, each with what joins it to the one before: a space where nothing is left out, else a mark of
 * the cut.
 */
export function splitIntoPieces(runs: readonly Run[]): Piece[] {
  const pieces: Piece[] = []
  let missingEnd = ''
  let source: string | undefined
  for (const run of runs) {
    const text = getTextReader(run)
    const id =
      run.origin.kind === 'answer'
        ? run.origin.answer.entryId
        : `${run.origin.passage.sourceId} ${run.origin.passage.block.start}`
    for (const sentence of run.sentences) {
      for (const span of sentence.parts) {
        const last = pieces.at(-1)
        const gap = last === undefined ? '' : source === id ? text(last.span.end, span.start) : undefined
        if (last !== undefined && missingEnd === '' && gap !== undefined && /^\s*$/.test(gap) && !/\n\s*\n/.test(gap)) {
          last.text += gap + text(span.start, span.end)
          last.span = { start: last.span.start, end: span.end }
        } else {
          const isWhole = gap !== undefined && !/[\p{L}\p{N}]/u.test(gap)
          const joint = last === undefined ? '' : isWhole ? ' ' : ` ${omissionMark} `
          pieces.push({ span: { ...span }, text: text(span.start, span.end), before: missingEnd + joint })
        }
        missingEnd = ''
        source = id
      }
      missingEnd = sentence.missingEnd
    }
  }
  return pieces
}

function getTextReader({ origin }: Run): (start: number, end: number) => string {
  if (origin.kind === 'answer') return (start, end) => origin.answer.answer.slice(start, end)
  const { block, text } = origin.passage
  return (start, end) => text.slice(start - block.start, end - block.start)
}
