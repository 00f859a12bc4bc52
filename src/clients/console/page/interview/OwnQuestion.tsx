import { type Schemas, useArtist, useDraft } from '../api/index.ts'
import { Button, isWithinLimits, onSubmitOf, TextField } from '../parts/index.ts'
import { Evidence } from '../sources/Evidence.tsx'
import type { CitedOriginal } from '../sources/SourceReader.tsx'
import { Passage } from './Passage.tsx'
import type { Offer } from './use-offer.tsx'

type Props = { sessionId: string; ordinal: number; offer: Offer }

const nothing: { question: string; references: Schemas['Reference'][] } = { question: '', references: [] }
const referencesMax = 3

/** A question in one's own words about passages that one chooses, beside the texts. */
export function OwnQuestion({ sessionId, ordinal, offer }: Props) {
  const { id } = useArtist()
  const draft = useDraft(`question/${id}/${sessionId}/${ordinal}`, nothing)
  const { question, references } = draft.value
  const isCited = references.length > 0 && offer.memory.data !== undefined
  const isReady = !offer.isBusy && isCited && isWithinLimits(question, 10, 500)
  async function ask() {
    if (isReady && (await offer.offer({ question, references }))) draft.clear()
  }
  const remove = (at: number) => draft.set({ question, references: references.filter((_, index) => index !== at) })
  function cite(reference: CitedOriginal) {
    const isThere = references.some(({ start, quote }) => start === reference.start && quote === reference.quote)
    if (!isThere && references.length < referencesMax) draft.set({ question, references: [...references, reference] })
    document.getElementById('own-question')?.focus()
  }
  return (
    <div class="columns">
      <form class="card stack" aria-label="A question of your own" onSubmit={onSubmitOf(ask)}>
        <TextField
          id="own-question"
          label="Your question"
          min={10}
          max={500}
          value={question}
          onValue={(text) => draft.set({ question: text, references })}
          onSubmit={ask}
          hint="It is saved word for word; the room for the answer opens next."
        />
        <h3>The words that it is about</h3>
        {references.length === 0 && <p class="empty">Choose one to three passages in the texts.</p>}
        {references.map((reference, at) => (
          <div key={`${reference.start}-${reference.quote}`} class="split">
            <Passage reference={reference} />
            <Button label="Remove" about={reference.quote.slice(0, 60)} kind="quiet" onClick={() => remove(at)} />
          </div>
        ))}
        <Button type="submit" kind="primary" label="Ask this question" disabled={!isReady} />
      </form>
      <Evidence onCite={cite} />
    </div>
  )
}
