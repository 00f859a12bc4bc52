import { html } from '../html.ts'
import { splitAtRanges, type TextRange } from './windows.ts'

/** An exact text with one window marked. */
export const HighlightedText = ({ text, marked }: { text: string; marked?: TextRange | undefined }) =>
  splitAtRanges(text, marked === undefined ? [] : [marked]).map((piece) =>
    piece.isMarked ? html`<mark tabindex="-1" data-cited>${piece.text}</mark>` : piece.text,
  )
