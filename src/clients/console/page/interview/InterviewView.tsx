import { type Schemas, useArtist, useLoad } from '../api/index.ts'
import { formatRoute, type ViewProps } from '../app/navigation.tsx'
import { BoundaryForm } from '../boundaries/BoundariesView.tsx'
import { Action, Fold, Heading, Loading } from '../parts/index.ts'
import { Answering } from './Answering.tsx'
import { ReadyQuestions } from './ReadyQuestions.tsx'

type Session = Schemas['Session']
const questionsMax = 3

/** The interview: the open question, else the choice of the next, else the start or the end. */
export function InterviewView({ item }: ViewProps) {
  const { id, api } = useArtist()
  const load = useLoad(() => api.restore(), [id])
  return (
    <Loading load={load} what="the interview">
      {({ session, legacyOffers }) => {
        const question = session?.questions.find(({ state }) => state === 'offered') ?? legacyOffers[0]
        if (question !== undefined) {
          const { ordinal } = question
          const where = ordinal === null ? 'A question of earlier days' : `Question ${ordinal} of ${questionsMax}`
          return <Answering key={question.id} question={question} where={where} onChange={load.reload} />
        }
        if (session?.state !== 'active') return <Start last={session} onChange={load.reload} />
        const { length } = session.questions
        if (length < questionsMax)
          return <NextQuestion key={length} session={session} wanted={item} onChange={load.reload} />
        return (
          <div class="calm">
            <Heading>That was the last question</Heading>
            <Finish session={session} onChange={load.reload} />
          </div>
        )
      }}
    </Loading>
  )
}

type Props = { session: Session; onChange: () => Promise<void> }

function NextQuestion({ session, wanted, onChange }: Props & { wanted: string | undefined }) {
  return (
    <>
      <p class="hint">{`Question ${session.questions.length + 1} of ${questionsMax}`}</p>
      <Heading>What would you like to answer?</Heading>
      <ReadyQuestions session={session} wanted={wanted} onAsked={onChange} />
      <Boundaries sitting={session.sitting} />
      <Fold title="That is enough for now">{() => <Finish session={session} onChange={onChange} />}</Fold>
    </>
  )
}

/** In sight of the questions, since no program judges what a passage touches: the artist does. */
function Boundaries({ sitting }: { sitting: number }) {
  const { id, api } = useArtist()
  const load = useLoad(() => api.readMemory(sitting), [id, sitting])
  return (
    <Loading load={load} what="your boundaries">
      {({ entries }) =>
        entries.flatMap(({ kind, entryId, texts }) =>
          kind === 'boundary' ? <p key={entryId} class="hint">{`Not to be asked about: “${texts.wording}”`}</p> : [],
        )
      }
    </Loading>
  )
}

function Finish({ session, onChange }: Props) {
  const { id, api } = useArtist()
  const isAnswered = session.questions.some(({ state }) => state === 'answered')
  async function finish() {
    await api.finish(session)
    location.hash = formatRoute(id, isAnswered ? 'page' : 'answers')
  }
  return (
    <>
      <p>
        {isAnswered
          ? 'Finish the interview, and your page is put together again with your answers.'
          : 'You have not answered anything in it, so nothing on your page changes.'}{' '}
        A finished interview does not open again, but you can revise an answer at any time.
      </p>
      <Action label="Finish the interview" kind="primary" work={finish} onDone={onChange} />
    </>
  )
}

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
        <Action label="Start" kind="primary" work={() => api.start()} onDone={onChange} />
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
