import type { Schemas } from '../api/shapes.ts'
import { html } from '../html.ts'
import { type LoreSpan, splitLore } from './passages.ts'

type Props = {
  lore: Schemas['LoreText']
  chosen: LoreSpan | undefined
  onChoose: (passage: LoreSpan) => void
}

/** The text of a Lore, in which each passage can be chosen. */
export const LorePassages = ({ lore, chosen, onChoose }: Props) => html`
  <div class="lore quoted">${splitLore(lore.text, lore.citations).map(
    (paragraph) =>
      html`<p>${paragraph.map((passage) =>
        passage.isChoosable
          ? html`<${Passage} passage=${passage} isChosen=${chosen?.start === passage.start} onChoose=${onChoose} />`
          : passage.text,
      )}</p>`,
  )}</div>`

type PassageGiven = { passage: LoreSpan; isChosen: boolean; onChoose: Props['onChoose'] }

/** A span, because a button cannot break over the lines of a paragraph. */
const Passage = ({ passage, isChosen, onChoose }: PassageGiven) => html`<span role="button" tabindex="0"
  class="sentence ${passage.citation === undefined ? '' : 'cited'}" aria-pressed=${isChosen}
  onClick=${() => onChoose(passage)}
  onKeyDown=${(event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onChoose(passage)
  }}>${passage.text}</span>`
