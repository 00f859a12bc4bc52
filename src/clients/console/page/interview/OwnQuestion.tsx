import { useArtist } from '../api/artist.ts'
import type { Schemas } from '../api/client.ts'
import { useDraft } from '../api/draft.ts'
import { onSubmitOf } from '../parts/forms.ts'
import { isWithinLimits, TextField } from '../parts/TextField.tsx'
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
  const isReady =
    !offer.isBusy && offer.memory.data !== undefined && references.length > 0 && isWithinLimits(question, 10, 500)
  const setReferences = (next: typeof references) => draft.set({ question, references: next })
  async function ask() {
    if (isReady && (await offer.offer({ question, references }))) draft.clear()
  }
  function cite(reference: CitedOriginal) {
    const isThere = references.some(({ start, quote }) => start === reference.start && quote === reference.quote)
    if (!isThere && references.length < referencesMax) setReferences([...references, reference])
    document.getElementById('own-question')?.focus()
  }
  return (
    <div class="columns">
      <form class="card stack" aria-label="A question of your own" onSubmit={onSubmitOf(ask)}>
        <TextField
          id="own-question"
          label="Your question"
          rows={3}
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
            <button
              type="button"
              class="quiet"
              onClick={() => setReferences(references.filter((_, index) => index !== at))}
            >
              Remove<span class="unseen">: {reference.quote.slice(0, 60)}</span>
            </button>
          </div>
        ))}
        <div class="row">
          <button type="submit" class="primary" disabled={!isReady}>
            Ask this question
          </button>
        </div>
      </form>
      <Evidence onCite={cite} />
    </div>
  )
}
