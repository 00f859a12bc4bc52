import type { Schemas } from '../api/shapes.ts'
import { html } from '../html.ts'
import { type LorePassage, splitLore } from './passages.ts'

type Given = {
  lore: Schemas['LoreText']
  chosen: LorePassage | undefined
  onChoose: (passage: LorePassage) => void
}

/** The text of a Lore, in which each passage can be chosen. */
export const LorePassages = ({ lore, chosen, onChoose }: Given) => html`
  <div class="lore quoted">${splitLore(lore.text, lore.citations).map(
    (paragraph) =>
      html`<p>${paragraph.map((passage) =>
        passage.isChoosable
          ? html`<button type="button" class="sentence ${passage.citation === undefined ? '' : 'cited'}" aria-pressed=${chosen?.start === passage.start}
          onClick=${() => onChoose(passage)}>${passage.text}</button>`
          : passage.text,
      )}</p>`,
  )}</div>`
