import { call } from '../api/call.ts'
import { useLoad } from '../api/use-load.ts'
import { useArtist, useArtistName } from '../artist.ts'
import { useDraft } from '../draft.ts'
import { EvidencePanel } from '../evidence/EvidencePanel.ts'
import type { CitedOriginal } from '../evidence/SourceReader.ts'
import { html } from '../html.ts'
import { Heading } from '../parts/Heading.ts'
import { Loading } from '../parts/Loading.ts'
import { useFocusWhenLost } from '../parts/use-focus-when-lost.ts'
import { Compose, emptyQuestion } from './Compose.ts'
import { Finish } from './Finish.ts'
import { nextOrdinal, type Question } from './interview.ts'
import { QuestionCard } from './QuestionCard.ts'
import { Start } from './Start.ts'

/** What comes next in a sitting: the answer to the open question, the next question, the end. */
const nextFields = ['textarea[id^="answer-"]', '#question-text', '#finish-sitting']

/** The artist's sitting. What comes next stands first, beside the evidence; what was asked before it follows. */
export function SittingView() {
  const id = useArtist()
  const name = useArtistName()
  const load = useLoad(() => call('restoreInterview', { path: { id } }), [id])
  useFocusWhenLost(load.data, nextFields)
  const { session = null, legacyOffers = [] } = load.data ?? {}
  const [open, settled] = partitionQuestions(session?.questions ?? [])
  const ordinal = session === null ? undefined : nextOrdinal(session)
  const draft = useDraft(`question/${id}/${session?.id}/${ordinal}`, emptyQuestion)
  const cite = (reference: CitedOriginal) => {
    const isThere = draft.value.references.some(
      (one) =>
        one.kind === 'original' &&
        one.sourceId === reference.sourceId &&
        one.start === reference.start &&
        one.end === reference.end,
    )
    if (draft.value.references.length >= 3 || isThere) return
    draft.set({ ...draft.value, references: [...draft.value.references, reference] })
    document.getElementById('question-text')?.focus()
  }
  return html`
    <${Heading}>${session === null ? 'Sitting' : `Sitting ${session.sitting}`}${session && html` <span class="badge ${session.state}">${session.state}</span>`}</${Heading}>
    <p>An interviewer asks, <strong>${name}</strong> answers: up to three questions about words from the collected texts. Alone? Do both here: write a question for yourself, then answer it.</p>
    <${Loading} load=${load} what="the sitting">
      ${
        legacyOffers.length > 0 &&
        html`<h2>Open questions of earlier days</h2>
        <p class="hint">They are answered or skipped before a sitting can start.</p>
        ${legacyOffers.map((question) => html`<${QuestionCard} key=${question.id} question=${question} onChange=${load.reload} />`)}`
      }
      <div class="columns ${ordinal === undefined ? 'single' : ''}">
        <div>
          ${open.map((question) => html`<${QuestionCard} key=${question.id} question=${question} onChange=${load.reload} />`)}
          ${session && ordinal !== undefined && html`<${Compose} key=${`${session.id}/${ordinal}`} session=${session} ordinal=${ordinal} draft=${draft} onChange=${load.reload} />`}
          ${session?.state === 'active' && html`<${Finish} session=${session} onChange=${load.reload} />`}
          ${session?.state !== 'active' && html`<${Start} last=${session} isBlocked=${legacyOffers.length > 0} onChange=${load.reload} />`}
          ${settled.length > 0 && html`<h2 class="asked">Asked in this sitting</h2>`}
          ${settled.map((question) => html`<${QuestionCard} key=${question.id} question=${question} onChange=${load.reload} />`)}
        </div>
        ${ordinal !== undefined && html`<${EvidencePanel} sitting=${session?.sitting ?? 1} cited=${[...draft.value.references, ...(session?.questions ?? []).flatMap(({ references }) => references)]} onCite=${cite} />`}
      </div>
    </${Loading}>`
}

const partitionQuestions = (questions: readonly Question[]): [open: Question[], settled: Question[]] => [
  questions.filter(({ state }) => state === 'offered'),
  questions.filter(({ state }) => state !== 'offered'),
]
