import { useEffect } from 'preact/hooks'
import { call } from '../api/call.ts'
import { useLoad } from '../api/use-load.ts'
import { useArtist, useArtistName } from '../artist.ts'
import { html } from '../html.ts'
import { Heading } from '../parts/Heading.ts'
import { Loading } from '../parts/Loading.ts'
import { SaveStatus } from '../parts/SaveStatus.ts'
import { useFocusWhenLost } from '../parts/use-focus-when-lost.ts'
import { forgetBegin, hasBegunHere, storeBegin } from './begun.ts'
import { Completed } from './Completed.ts'
import { LiveTurn } from './LiveTurn.ts'
import { ProfilesStep } from './ProfilesStep.ts'
import { PublishStep } from './PublishStep.ts'
import { QuestionStep } from './QuestionStep.ts'
import { SourcesStep } from './SourcesStep.ts'
import { StepList } from './StepList.ts'
import { Unreachable } from './Unreachable.ts'
import { useConversation } from './use-conversation.ts'

const forms = { profiles: ProfilesStep, vault: SourcesStep, interview: QuestionStep, publish: PublishStep } as const

/** The guided conversation that makes an artist's page; taken up again where it was left. */
export function OnboardingView() {
  const id = useArtist()
  const name = useArtistName()
  const state = useLoad(() => call('readOnboardingState', { path: { artistId: id } }), [id])
  const conversation = useConversation(id)
  const { shown, live, saving, isBusy, takeLatest } = conversation
  const { complete = false, steps } = state.data ?? {}
  const isPastProfiles = steps !== undefined && steps.profiles !== null
  const hasBegun = isPastProfiles || (steps !== undefined && hasBegunHere(id))
  const step = shown.currentStep === undefined && complete ? null : shown.currentStep
  useEffect(() => {
    if (hasBegun && !complete && shown.currentStep === undefined && live === undefined) void takeLatest()
  }, [hasBegun])
  useEffect(() => {
    if (isPastProfiles) forgetBegin(id)
    else if (live !== undefined || shown.currentStep === 'profiles') storeBegin(id)
  }, [isPastProfiles, live !== undefined, shown.currentStep])
  // Each turn that has ended may have moved on.
  useEffect(() => {
    if (shown.currentStep !== undefined) void state.reload()
  }, [shown])
  // What is opened by itself on arrival takes no focus.
  const isArriving = state.data === undefined || (hasBegun && shown.currentStep === undefined)
  useFocusWhenLost(isArriving ? undefined : shown, ['#onboarding-answer', '#onboarding-step'])
  const Form = step ? forms[step] : undefined
  return html`<div class="onboarding"><${Heading}>Set up the page</${Heading}>
    <p>Four steps make the page of <strong>${name}</strong>: which pages belong to the artist, what may be quoted, a few questions, and the text to publish. You can leave at any time and go on where you stopped.</p>
    <${Loading} load=${state} what="how far it has come">
      ${steps && html`<${StepList} steps=${steps} currentStep=${step ?? state.data?.currentStep ?? null} />`}
      ${step === null && html`<${Completed} publishedAt=${shown.publishedAt ?? steps?.publish ?? null} />`}
      ${
        step === undefined &&
        !hasBegun &&
        html`<section class="card"><p>First the service looks for pages that may be yours. Nothing is published before the last step. If you have begun on another device, Begin goes on from there.</p>
          <button type="button" class="primary" disabled=${isBusy} onClick=${takeLatest}>Begin</button></section>`
      }
    </${Loading}>
    <div class="said" role="log" aria-label="What the service says">${(live ?? shown).said.map((text) => html`<p>${text}</p>`)}</div>
    <${Unreachable} addresses=${(live ?? shown).unreachable} />
    ${live && html`<${LiveTurn} live=${live} />`}
    ${Form && html`<${Form} key=${`${step}/${shown.question?.key}`} conversation=${conversation} />`}
    <${SaveStatus} saving=${saving} onAgain=${takeLatest} failed="Not taken" />
  </div>`
}
