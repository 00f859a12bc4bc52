import { useState } from 'preact/hooks'
import { type Schemas, useArtist, useLoad } from '../api/index.ts'
import { formatRoute, type ViewProps } from '../app/route.ts'
import { BoundaryForm } from '../boundaries/BoundaryForm.tsx'
import { Action, Button, Dialog, Heading, Loading, SaveStatus, useFocusWhenLost } from '../parts/index.ts'
import { WordDiff } from '../text/WordDiff.tsx'
import { Answering } from './Answering.tsx'
import { MemoryPanel } from './Memory.tsx'
import { ReadyQuestions } from './ReadyQuestions.tsx'
import { type Reworded, useOffer } from './use-offer.ts'

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
        const question = session?.questions.find(({ state }) => state === 'offered') ?? legacyOffers[0]
        if (question !== undefined) {
          const { ordinal } = question
          const where = ordinal === null ? 'A question of earlier days' : `Question ${ordinal} of ${questionsMax}`
          return <Answering key={question.id} question={question} where={where} onChange={load.reload} />
        }
        if (session?.state !== 'active') return <Start last={session} onChange={load.reload} />
        const { length } = session.questions
        if (length === questionsMax) return <LastQuestion session={session} onChange={load.reload} />
        return <NextQuestion key={length} session={session} wanted={item} onChange={load.reload} />
      }}
    </Loading>
  )
}

type Props = { session: Session; onChange: () => Promise<void> }

const LastQuestion = ({ session, onChange }: Props) => (
  <div class="calm">
    <Heading>That was the last question</Heading>
    <p class="lead">Thank you. Finish the interview, and your answers go into your page.</p>
    <Finish session={session} kind="primary" onChange={onChange} />
  </div>
)

function NextQuestion({ session, wanted, onChange }: Props & { wanted: string | undefined }) {
  const ordinal = session.questions.length + 1
  const offer = useOffer(session, ordinal, onChange)
  return (
    <>
      <div class="split hint">
        <span>{`Question ${ordinal} of ${questionsMax}`}</span>
        <Finish session={session} kind="link" onChange={onChange} />
      </div>
      <Heading>What would you like to answer?</Heading>
      {offer.isChanged ? (
        <p class="notice" role="alert">
          What a question respects has changed; it is shown below. See whether your question still fits, then ask it
          again.
        </p>
      ) : (
        <SaveStatus saving={offer.saving} failed="Not asked" />
      )}
      {offer.reworded && <RewordedPassage {...offer.reworded} />}
      <ReadyQuestions sitting={session.sitting} wanted={wanted} offer={offer} />
      <Loading load={offer.memory} what="what a question respects" lines={1}>
        {(memory) => <MemoryPanel memory={memory} isChanged={offer.isChanged} />}
      </Loading>
    </>
  )
}

const RewordedPassage = ({ stale, now, settle }: Reworded) => (
  <Dialog title="The passage has changed" onClose={() => settle(false)}>
    <p>The text now reads otherwise where your question cites it.</p>
    <WordDiff before={stale.quote} after={now.quote} label="The passage, before and now" />
    <div class="row">
      <Button label="Ask about the new words" kind="primary" onClick={() => settle(true)} />
      <Button label="Do not ask" onClick={() => settle(false)} />
    </div>
  </Dialog>
)

function Start({ last, onChange }: { last: Session | null; onChange: () => Promise<void> }) {
  const { id, api } = useArtist()
  return (
    <div class="calm">
      <Heading>{last === null ? 'Your first interview' : 'Another interview'}</Heading>
      <p class="lead">
        Up to three questions, each about words that have been published about you. You choose which ones, you can skip
        any, and you can stop in the middle and go on later.
      </p>
      <div class="row">
        <Action label="Start" kind="primary" work={() => api.start()} onDone={onChange} failed="Not started" />
        {last !== null && <a href={formatRoute(id, 'answers')}>Read the last one</a>}
      </div>
      <details>
        <summary>Is there something that we should not ask about?</summary>
        <BoundaryForm name="before" />
        <a href={formatRoute(id, 'boundaries')}>All your boundaries</a>
      </details>
    </div>
  )
}

/** Ends the interview, after saying what that does, and leads to the page that is made of it. */
function Finish({ session, kind, onChange }: Props & { kind: 'primary' | 'link' }) {
  const { id, api } = useArtist()
  const [isOpen, setOpen] = useState(false)
  const isAnswered = session.questions.some(({ state }) => state === 'answered')
  async function finish() {
    await api.finish(session)
    location.hash = formatRoute(id, isAnswered ? 'page' : 'answers')
  }
  return (
    <>
      <Button label="Finish the interview" kind={kind} onClick={() => setOpen(true)} />
      {isOpen && (
        <Dialog title="Finish this interview?" onClose={() => setOpen(false)}>
          <p>
            {isAnswered
              ? 'Your answers go into your page, which is put together again.'
              : 'You have not answered anything in it, so nothing on your page changes.'}{' '}
            A finished interview does not open again, but you can revise an answer at any time.
          </p>
          <div class="row">
            <Action label="Finish" kind="primary" work={finish} onDone={onChange} failed="Not finished" />
            <Button label="Not yet" onClick={() => setOpen(false)} />
          </div>
        </Dialog>
      )}
    </>
  )
}
