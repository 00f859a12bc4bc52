import { html } from '../html.ts'
import { piecesOf, type Window } from './windows.ts'

/** A text as it stands, with one window marked. */
export const Marked = ({ text, marked }: { text: string; marked?: Window | undefined }) =>
  piecesOf(text, marked).map((piece) =>
    piece.isMarked ? html`<mark tabindex="-1" data-cited>${piece.text}</mark>` : piece.text,
  )
