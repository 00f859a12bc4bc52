import { useMemo } from 'preact/hooks'
import { generalKey } from '../answers/history.ts'
import { client, type Failure, listAll, useArtist, useDraft, useLoad } from '../api/index.ts'
import type { ViewProps } from '../app/navigation.tsx'
import {
  Action,
  Heading,
  isWithinLimits,
  Loading,
  SaveForm,
  Section,
  TextField,
  Timestamp,
  useFocusWhenLost,
} from '../parts/index.ts'

export function BoundariesView(_: ViewProps) {
  const { id, api } = useArtist()
  const load = useLoad(async () => {
    const { session } = await api.restore()
    const query = { sitting: session?.sitting ?? 1 }
    return await listAll(client, 'listInterviewBoundaries', { path: { id }, query })
  }, [id])
  useFocusWhenLost(load.data, ['#boundary-any'])
  return (
    <>
      <Heading>Boundaries</Heading>
      <p class="lead">
        What you do not want to be asked about. Every question respects it, and your page is silent about it.
      </p>
      <div class="columns">
        <Section class="card stack" title="Set a boundary">
          <BoundaryForm name="any" onSaved={load.reload} />
        </Section>
        <Section title="Boundaries that hold">
          <Loading load={load} what="the boundaries">
            {(boundaries) => [
              boundaries.length === 0 && <p class="empty">None yet. You can be asked about everything.</p>,
              ...boundaries.map((boundary) => (
                <article key={boundary.id} class="card stack">
                  <p class="quoted">{boundary.wording}</p>
                  <p class="hint">
                    {boundary.scope === 'sitting' ? `For interview ${boundary.sitting}` : 'Until you take it back'} ·
                    since <Timestamp at={boundary.createdAt} />
                    {boundary.questionKey !== generalKey && ` · at “${boundary.question}”`}
                  </p>
                  <Action
                    label="Take back"
                    about={boundary.wording.slice(0, 60)}
                    work={() => api.retractBoundary(boundary)}
                    onDone={load.reload}
                  />
                </article>
              )),
            ]}
          </Loading>
        </Section>
      </div>
    </>
  )
}

type Props = { name: string; question?: { questionKey: string }; onSaved?: () => unknown }

const wordingMax = 4000
const nothing = { wording: '', isForSitting: false, isOfQuestion: false }

/** Says in the artist's own words what must not be asked: in general, or at a question. */
export function BoundaryForm({ name, question, onSaved }: Props) {
  const { id, api } = useArtist()
  const draft = useDraft(`boundary/${id}/${name}`, nothing)
  const { wording, isForSitting, isOfQuestion } = draft.value
  const questionKey = (isOfQuestion && question?.questionKey) || generalKey
  const isReady = isWithinLimits(wording, 1, wordingMax)
  const scope = isForSitting ? 'sitting' : 'until_retracted'
  // Other words are another request; a lost reply is sent again under its own id.
  const requestId = useMemo(() => crypto.randomUUID(), [wording, scope, questionKey])
  const change = (next: Partial<typeof nothing>) => draft.set({ ...draft.value, ...next })
  function onEnd(failure: Failure | undefined) {
    if (failure !== undefined) return
    draft.clear()
    document.getElementById(`boundary-${name}`)?.focus()
    onSaved?.()
  }
  return (
    <SaveForm
      label="Save the boundary"
      isReady={isReady}
      save={() => api.drawBoundary({ wording, scope, questionKey, requestId })}
      onEnd={onEnd}
      saved="Boundary saved. From now on no question is prepared without it."
    >
      <TextField
        id={`boundary-${name}`}
        label="What should we not ask about?"
        rows={2}
        max={wordingMax}
        value={wording}
        onValue={(text) => change({ wording: text })}
        hint="In your own words, for example: my divorce, and where my children live. No question touches it, and sentences about it leave your page."
      />
      {question !== undefined && (
        <label class="choice">
          <input type="checkbox" checked={isOfQuestion} onChange={() => change({ isOfQuestion: !isOfQuestion })} />
          My whole answer to this question leaves the page, too
        </label>
      )}
      <label class="choice">
        <input type="checkbox" checked={isForSitting} onChange={() => change({ isForSitting: !isForSitting })} />
        For this interview only; otherwise until I take it back
      </label>
    </SaveForm>
  )
}
