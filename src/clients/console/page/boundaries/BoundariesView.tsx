import { type Client, listAll } from '../../../typescript/index.ts'
import { useArtist } from '../api/artist.ts'
import { client, type Schemas } from '../api/client.ts'
import { useLoad } from '../api/use-load.ts'
import { isConflict, useSave } from '../api/use-save.ts'
import type { ViewProps } from '../app/route.ts'
import { generalKey } from '../interview/history.ts'
import { Timestamp } from '../parts/dates.tsx'
import { Heading } from '../parts/Heading.tsx'
import { Loading } from '../parts/Loading.tsx'
import { SaveStatus } from '../parts/SaveStatus.tsx'
import { useFocusWhenLost } from '../parts/use-focus-when-lost.ts'
import { BoundaryForm } from './BoundaryForm.tsx'

/** The boundaries that hold, and a new one: in general, or at a question that was asked. */
export function BoundariesView(_: ViewProps) {
  const { id } = useArtist()
  const load = useLoad(() => readBoundaries(client, id), [id])
  useFocusWhenLost(load.data, ['#boundary-any'])
  return (
    <>
      <Heading>Boundaries</Heading>
      <p class="lead">
        What you do not want to be asked about. Every question respects it, and your page is silent about it.
      </p>
      <Loading load={load} what="the boundaries">
        {({ boundaries, questions }) => (
          <div class="columns">
            <section class="card" aria-labelledby="draw-title">
              <h2 id="draw-title">Set a boundary</h2>
              <BoundaryForm name="any" questions={questions} onSaved={load.reload} />
            </section>
            <section aria-labelledby="held-title">
              <h2 id="held-title">Boundaries that hold</h2>
              {boundaries.length === 0 && <p class="empty">None yet. You can be asked about everything.</p>}
              {boundaries.map((boundary) => (
                <Held key={boundary.id} boundary={boundary} onChange={load.reload} />
              ))}
            </section>
          </div>
        )}
      </Loading>
    </>
  )
}

async function readBoundaries(from: Client, id: string) {
  const { session, legacyOffers } = await from.call('restoreInterview', { path: { id } })
  const [boundaries, { responses }] = await Promise.all([
    listAll(from, 'listInterviewBoundaries', { path: { id }, query: { sitting: session?.sitting ?? 1 } }),
    from.call('listInterviewResponses', { path: { id }, query: { limit: 20 } }),
  ])
  const asked = [...(session?.questions ?? []), ...legacyOffers, ...responses]
  const byKey = new Map(asked.map(({ questionKey, question }) => [questionKey, { questionKey, question }]))
  byKey.delete(generalKey)
  return { boundaries, questions: [...byKey.values()] }
}

function Held({ boundary, onChange }: { boundary: Schemas['Boundary']; onChange: () => Promise<void> }) {
  const { api } = useArtist()
  const { saving, run, isBusy } = useSave()
  const { wording, scope, sitting, question, questionKey, createdAt } = boundary
  async function retract() {
    const failure = await run(() => api.retractBoundary(boundary), 'Taken back')
    if (failure === undefined || isConflict(failure)) await onChange()
  }
  return (
    <article class="card stack">
      <p class="quoted">{wording}</p>
      <p class="hint">
        {scope === 'sitting' ? `For interview ${sitting}` : 'Until you take it back'} · since{' '}
        <Timestamp at={createdAt} />
        {questionKey !== generalKey && ` · at “${question}”`}
      </p>
      <div class="row">
        <button type="button" disabled={isBusy} onClick={retract}>
          Take back<span class="unseen">: {wording.slice(0, 60)}</span>
        </button>
      </div>
      <SaveStatus saving={saving} onAgain={retract} failed="Not taken back" />
    </article>
  )
}
