import { client, useArtist, useLoad } from '../api/index.ts'
import { formatRoute, type ViewProps } from '../app/navigation.tsx'
import { Passages } from '../interview/Passage.tsx'
import { Heading, Loading, Section, Timestamp } from '../parts/index.ts'
import { type AskedQuestion, readHistory } from './history.ts'
import { SavedAnswer } from './SavedAnswer.tsx'

export function AnswersView(_: ViewProps) {
  const { id } = useArtist()
  const load = useLoad(() => readHistory(client, id), [id])
  return (
    <>
      <Heading>Answers</Heading>
      <Loading load={load} what="your answers">
        {(history) =>
          history.length === 0 ? (
            <p class="empty">
              You have not been asked anything yet. <a href={formatRoute(id, 'interview')}>Start an interview</a>
            </p>
          ) : (
            [...Map.groupBy(history.toReversed(), ({ sitting }) => sitting ?? 0)]
              .toSorted(([one], [other]) => other - one)
              .map(([sitting, questions]) => (
                <Section
                  key={sitting}
                  class="sitting"
                  title={sitting === 0 ? 'Outside of an interview' : `Interview ${sitting}`}
                >
                  <p class="hint">
                    <Timestamp at={questions[0]?.offeredAt ?? null} />
                  </p>
                  {questions.map((asked) => (
                    <AskedCard key={asked.id} asked={asked} onChange={load.reload} />
                  ))}
                </Section>
              ))
          )
        }
      </Loading>
    </>
  )
}

function AskedCard({ asked, onChange }: { asked: AskedQuestion; onChange: () => Promise<void> }) {
  const { id } = useArtist()
  const { state, source, question, answer, references } = asked
  const isSkipped = state === 'skipped'
  const view = source === 'onboarding' && !isSkipped ? 'setup' : 'interview'
  return (
    <article class="card stack" aria-labelledby={`asked-${asked.id}`}>
      <h3 id={`asked-${asked.id}`} class="question">
        {question}
      </h3>
      {references.length > 0 && (
        <details>
          <summary>The words that it is about</summary>
          <Passages references={references} />
        </details>
      )}
      {answer !== null ? (
        <SavedAnswer asked={{ ...asked, answer }} onChange={onChange} />
      ) : (
        <p class="row">
          <span class="badge">{isSkipped ? 'Skipped' : 'Open'}</span>
          <a href={formatRoute(id, view, isSkipped ? asked.id : undefined)}>
            {isSkipped ? 'Answer it after all' : 'Answer it'}
          </a>
        </p>
      )}
    </article>
  )
}
