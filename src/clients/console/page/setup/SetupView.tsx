import { useEffect } from 'preact/hooks'
import { client, useArtist, useLoad } from '../api/index.ts'
import { formatRoute, type ViewProps } from '../app/navigation.tsx'
import { BoundaryForm } from '../boundaries/BoundariesView.tsx'
import { Button, Fold, Heading, Loading, SaveStatus, Timestamp, useFocusWhenLost } from '../parts/index.ts'
import type { Conversation } from './conversation.ts'
import { ProfilesStep, SourcesStep } from './ProfilesStep.tsx'
import { PublishStep } from './PublishStep.tsx'
import { QuestionStep } from './QuestionStep.tsx'
import { Stepper } from './steps.tsx'
import { useConversation } from './use-conversation.ts'

const forms = { profiles: ProfilesStep, vault: SourcesStep, interview: QuestionStep, publish: PublishStep } as const

export function SetupView(_: ViewProps) {
  const { id, name } = useArtist()
  const state = useLoad(() => client.call('readOnboardingState', { path: { artistId: id } }), [id])
  const conversation = useConversation()
  const { shown, live, saving, take, refused, isBusy } = conversation
  const { steps, complete = false } = state.data ?? {}
  const step = shown.currentStep === undefined && complete ? null : shown.currentStep
  const open = () => take({ type: 'open' })
  // Once it has begun it goes on by itself; the first search waits for the artist.
  const hasBegun = steps !== undefined && steps.profiles !== null
  useEffect(() => {
    if (hasBegun && !complete && shown.currentStep === undefined) void open()
  }, [hasBegun])
  useEffect(() => {
    if (shown.currentStep !== undefined) void state.reload()
  }, [shown])
  // What goes on by itself on arrival takes no focus.
  const isArriving = steps === undefined || (hasBegun && step === undefined)
  useFocusWhenLost(isArriving ? undefined : shown, ['#setup-answer', '#setup-step'])
  const Form = step ? forms[step] : undefined
  const { said, unreachable } = live ?? shown
  return (
    <>
      <Heading>Set up the page of {name}</Heading>
      <Loading load={state} what="how far it is">
        {({ currentStep }) => <Stepper done={steps} currentStep={step === undefined ? currentStep : step} />}
      </Loading>
      <div class="setup">
        {step === null && <Completed id={id} publishedAt={shown.publishedAt ?? steps?.publish ?? null} />}
        {steps !== undefined && step === undefined && live === undefined && (
          <>
            <p class="lead">
              Four steps: your pages, what may be quoted, a few questions, and the text to publish. You can stop at any
              time and go on where you stopped. Nothing that you do here is public before the last step.
            </p>
            <Button label={hasBegun ? 'Go on' : 'Begin'} kind="primary" disabled={isBusy} onClick={open} />
          </>
        )}
        <div role="log" aria-label="What the service says">
          {said.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {unreachable.map(({ url, reason }) => (
            <p key={url} class="notice">{`Left out: ${url} (${reason.replaceAll('_', ' ')})`}</p>
          ))}
        </div>
        <p class="wrong" role="alert">
          {refused}
        </p>
        {live !== undefined && <Live live={live} />}
        {Form !== undefined && <Form key={`${step}/${shown.question?.questionKey}`} conversation={conversation} />}
        <SaveStatus saving={saving} />
        {step != null && (
          <Fold title="Is there something that we should not ask about?">{() => <BoundaryForm name="setup" />}</Fold>
        )}
      </div>
    </>
  )
}

const Completed = ({ id, publishedAt }: { id: string; publishedAt: string | null }) => (
  <>
    <h2 id="setup-step" tabindex={-1}>
      Your page is published
    </h2>
    <p class="lead">
      Since <Timestamp at={publishedAt} />. <a href={formatRoute(id, 'page')}>See your page</a>, or{' '}
      <a href={formatRoute(id, 'interview')}>answer more questions</a>.
    </p>
  </>
)

/** A turn while it is being taken, and how far its work is. */
const Live = ({ live: { progress } }: { live: Conversation }) => (
  <section class="card stack" aria-label="Under way" aria-busy="true">
    <p role="status">{progress?.message ?? 'One moment'}…</p>
    {progress !== undefined && progress.total !== null && (
      <progress aria-label={progress.message} max={Math.max(1, progress.total)} value={progress.done} />
    )}
  </section>
)
