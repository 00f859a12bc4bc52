import { useState } from 'preact/hooks'
import { useArtist } from '../api/artist.ts'
import type { Schemas } from '../api/client.ts'
import { useLoad } from '../api/use-load.ts'
import { isConflict, useSave } from '../api/use-save.ts'
import { formatRoute, type ViewProps } from '../app/route.ts'
import { BoundaryForm } from '../boundaries/BoundaryForm.tsx'
import { Heading } from '../parts/Heading.tsx'
import { Loading } from '../parts/Loading.tsx'
import { SaveStatus } from '../parts/SaveStatus.tsx'
import { useFocusWhenLost } from '../parts/use-focus-when-lost.ts'
import { Answering } from './Answering.tsx'
import { Finish } from './Finish.tsx'
import { MemoryPanel } from './Memory.tsx'
import { OwnQuestion } from './OwnQuestion.tsx'
import { ReadyQuestions } from './ReadyQuestions.tsx'
import { useOffer } from './use-offer.tsx'

type Session = Schemas['Session']
const questionsMax = 3

/** The interview: the open question, else the choice of the next, else the start or the end. */
export function InterviewView({ item }: ViewProps) {
  const { id, api } = useArtist()
  const load = useLoad(() => api.restore(), [id])
  useFocusWhenLost(load.data, ['#answer', '#main h1'])
  return (
    <Loading load={load} what="the interview" lines={6}>
      {({ session, legacyOffers }) => {
        const [legacy] = legacyOffers
        const open = session?.questions.find(({ state }) => state === 'offered')
        if (open !== undefined)
          return (
            <Answering
              key={open.id}
              question={open}
              where={`Question ${open.ordinal} of ${questionsMax}`}
              onChange={load.reload}
            />
          )
        if (legacy !== undefined)
          return (
            <Answering
              key={legacy.id}
              question={legacy}
              where="An open question of earlier days"
              onChange={load.reload}
            />
          )
        if (session?.state === 'active')
          return <NextQuestion key={session.questions.length} session={session} wanted={item} onChange={load.reload} />
        return <Start last={session} onChange={load.reload} />
      }}
    </Loading>
  )
}

type NextProps = { session: Session; wanted: string | undefined; onChange: () => Promise<void> }

function NextQuestion({ session, wanted, onChange }: NextProps) {
  const [isOwn, setOwn] = useState(false)
  const ordinal = session.questions.length + 1
  const offer = useOffer(session, ordinal, onChange)
  if (ordinal > questionsMax) {
    return (
      <div class="calm">
        <Heading>That was the last question</Heading>
        <p class="lead">Thank you. Finish the interview, and your answers go into your page.</p>
        <div class="row">
          <Finish session={session} isLast onChange={onChange} />
        </div>
      </div>
    )
  }
  const asked = session.questions.map(({ question }) => question)
  return (
    <>
      <p class="hint">
        Question {ordinal} of {questionsMax}
      </p>
      <Heading>{isOwn ? 'Ask a question of your own' : 'What would you like to answer?'}</Heading>
      <div class="row">
        <button type="button" class="link" onClick={() => setOwn(!isOwn)}>
          {isOwn ? 'Back to the questions that are ready' : 'Write a question of your own'}
        </button>
        <Finish session={session} isLast={false} onChange={onChange} />
      </div>
      {offer.isChanged && (
        <p class="notice" role="alert">
          What a question respects has changed in the meantime; it is shown below. See whether your question still fits,
          then ask it again.
        </p>
      )}
      <SaveStatus saving={offer.saving} failed="Not asked" />
      {offer.dialog}
      {isOwn ? (
        <OwnQuestion sessionId={session.id} ordinal={ordinal} offer={offer} />
      ) : (
        <ReadyQuestions sitting={session.sitting} asked={asked} wanted={wanted} offer={offer} />
      )}
      <Loading load={offer.memory} what="what a question respects" lines={1}>
        {(memory) => <MemoryPanel memory={memory} isChanged={offer.isChanged} />}
      </Loading>
    </>
  )
}

function Start({ last, onChange }: { last: Session | null; onChange: () => Promise<void> }) {
  const { id, api } = useArtist()
  const { saving, run, isBusy } = useSave()
  async function start() {
    const failure = await run(() => api.start(), '')
    if (failure === undefined || isConflict(failure)) await onChange()
  }
  return (
    <div class="calm">
      <Heading>{last === null ? 'Your first interview' : 'Another interview'}</Heading>
      <p class="lead">
        Up to three questions, each about words that have been published about you. You choose which ones, you can skip
        any, and you can stop in the middle and go on later.
      </p>
      <div class="row">
        <button type="button" class="primary" disabled={isBusy} onClick={start}>
          Start
        </button>
        {last !== null && <a href={formatRoute(id, 'answers', `${last.sitting}`)}>Read the last one</a>}
      </div>
      <SaveStatus saving={saving} onAgain={start} failed="Not started" />
      <details>
        <summary>Is there something that we should not ask about?</summary>
        <BoundaryForm name="before" />
        <p>
          <a href={formatRoute(id, 'boundaries')}>All your boundaries</a>
        </p>
      </details>
    </div>
  )
}
