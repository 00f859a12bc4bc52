import type { Schemas } from '../api/shapes.ts'
import { useArtist } from '../artist.ts'
import { useDraft } from '../draft.ts'
import { html } from '../html.ts'
import { isWithinLimits, TextField } from '../parts/TextField.ts'

const textMax = 20_000

type Props = {
  choices: Schemas['AboutChoice'][]
  isBusy: boolean
  onChoose: (mode: Schemas['AboutMode'], ownWords: string) => Promise<boolean>
}

/** Who is to write the page, in the service's own words for each choice. */
export function ChooseAuthor({ choices, isBusy, onChoose }: Props) {
  const own = useDraft(`onboarding-own-words/${useArtist()}`, '')
  const isReady = isWithinLimits(own.value, 1, textMax)
  async function writeOneself(mode: Schemas['AboutMode']) {
    if (await onChoose(mode, own.value)) own.clear()
  }
  return choices.map(({ mode, label }) =>
    mode === 'generate'
      ? html`<button type="button" class="primary" disabled=${isBusy} onClick=${() => onChoose(mode, '')}>${label}</button>`
      : html`<${TextField} id="onboarding-own-words" label="Your own text" rows=${6} max=${textMax} value=${own.value} onValue=${own.set} hint="Kept in this browser until it is the draft." />
        <button type="button" disabled=${isBusy || !isReady} onClick=${() => writeOneself(mode)}>${label}</button>`,
  )
}
