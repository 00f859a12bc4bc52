import { type Client, listAll } from '../../../typescript/index.ts'
import { client, type Schemas, useArtist, useLoad } from '../api/index.ts'
import type { ViewProps } from '../app/route.ts'
import { generalKey } from '../interview/history.ts'
import { Action, Heading, Loading, Section, Timestamp, useFocusWhenLost } from '../parts/index.ts'
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
            <Section class="card stack" title="Set a boundary">
              <BoundaryForm name="any" questions={questions} onSaved={load.reload} />
            </Section>
            <Section title="Boundaries that hold">
              {boundaries.length === 0 && <p class="empty">None yet. You can be asked about everything.</p>}
              {boundaries.map((boundary) => (
                <Held key={boundary.id} boundary={boundary} onChange={load.reload} />
              ))}
            </Section>
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
  const { wording, scope, sitting, question, questionKey, createdAt } = boundary
  const takeBack = () => api.retractBoundary(boundary)
  return (
    <article class="card stack">
      <p class="quoted">{wording}</p>
      <p class="hint">
        {scope === 'sitting' ? `For interview ${sitting}` : 'Until you take it back'} · since{' '}
        <Timestamp at={createdAt} />
        {questionKey !== generalKey && ` · at “${question}”`}
      </p>
      <Action
        label="Take back"
        about={wording.slice(0, 60)}
        work={takeBack}
        onDone={onChange}
        failed="Not taken back"
      />
    </article>
  )
}
