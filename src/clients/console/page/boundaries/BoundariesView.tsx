import { generalKey } from '../answers/history.ts'
import { client, listAll, useArtist, useLoad } from '../api/index.ts'
import type { ViewProps } from '../app/route.ts'
import { Action, Heading, Loading, Section, Timestamp, useFocusWhenLost } from '../parts/index.ts'
import { BoundaryForm } from './BoundaryForm.tsx'

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
                    failed="Not taken back"
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
