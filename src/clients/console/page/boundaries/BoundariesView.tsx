import { useMemo } from 'preact/hooks'
import { generalKey } from '../answers/history.ts'
import { client, type Failure, listAll, useArtist, useDraft, useLoad } from '../api/index.ts'
import type { ViewProps } from '../app/navigation.tsx'
import { bounds, isWithinBounds } from '../parts/bounds.ts'
import { Action, Heading, Loading, SaveForm, Section, TextField, Timestamp, useFocusWhenLost } from '../parts/index.ts'

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
        What you do not want to be asked about. Who asks you sees it, and new versions of your page do not say it.
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

type Props = { name: string; onSaved?: () => unknown }

/** Says in the artist's own words what must not be asked, in general and until it is taken back. */
export function BoundaryForm({ name, onSaved }: Props) {
  const { id, api } = useArtist()
  const draft = useDraft(`not-asked/${id}/${name}`, '')
  const wording = draft.value
  // Other words are another request; a lost reply is sent again under its own id.
  const requestId = useMemo(() => crypto.randomUUID(), [wording])
  function onEnd(failure: Failure | undefined) {
    if (failure !== undefined) return
    draft.clear()
    document.getElementById(`boundary-${name}`)?.focus()
    onSaved?.()
  }
  return (
    <SaveForm
      label="Save the boundary"
      isReady={isWithinBounds(wording, bounds.BoundaryWording)}
      save={() => api.drawBoundary({ wording, scope: 'until_retracted', questionKey: generalKey, requestId })}
      onEnd={onEnd}
      saved="Boundary saved. From now on no question is prepared without it."
    >
      <TextField
        id={`boundary-${name}`}
        label="What should we not ask about?"
        rows={2}
        bounds={bounds.BoundaryWording}
        value={wording}
        onValue={draft.set}
        hint="In your own words, for example: my divorce, and where my children live. Nothing new says it, until you take it back. A page that you have published stays until you publish it without it."
      />
    </SaveForm>
  )
}
