import { html } from '../html.ts'
import type { TextRange } from './windows.ts'

/** An exact text in which the windows of a search are marked. */
export const MatchedText = ({ text, matches }: { text: string; matches: readonly TextRange[] }) => [
  ...matches.map(
    ({ start, end }, at) => html`${text.slice(matches[at - 1]?.end ?? 0, start)}<mark>${text.slice(start, end)}</mark>`,
  ),
  text.slice(matches.at(-1)?.end ?? 0),
]
