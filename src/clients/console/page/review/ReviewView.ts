import { useEffect, useRef, useState } from 'preact/hooks'
import { useArtist, useArtistName } from '../artist.ts'
import { html } from '../html.ts'
import { Heading } from '../parts/Heading.ts'
import { Loading } from '../parts/Loading.ts'
import { SaveStatus } from '../parts/SaveStatus.ts'
import { formatRoute } from '../route.ts'
import { buildCardId, CandidateCard } from './CandidateCard.ts'
import { DecidedList } from './DecidedList.ts'
import type { Candidate, Decision } from './decisions.ts'
import { ReviewHelp } from './ReviewHelp.ts'
import { findNextInList, parseReviewKey } from './review-keys.ts'
import { useReview } from './use-review.ts'

/** What research has found and is not decided yet, the oldest first; read and decided with a pointer or with keys. */
export function ReviewView() {
  const id = useArtist()
  const { load, message, decided, decide, undo, isBusy, getSaving } = useReview(id)
  const [openIds, setOpenIds] = useState<readonly string[]>([])
  const candidates = load.data ?? []
  const focusOn = useFocusAfter(load.data)
  const toggle = (candidateId: string) =>
    setOpenIds(openIds.includes(candidateId) ? openIds.filter((one) => one !== candidateId) : [...openIds, candidateId])
  async function decideAndMoveOn(candidate: Candidate, decision: Decision) {
    if (isBusy) return
    const ids = candidates.map((one) => one.id)
    focusOn([candidate.id, findNextInList(ids, candidate.id)])
    if (!(await decide(candidate, decision))) focusOn([])
  }
  async function takeBack(candidate: Candidate | undefined = decided) {
    if (isBusy) return
    focusOn([candidate?.id])
    if (!(await undo(candidate))) focusOn([])
  }
  function onKey(event: KeyboardEvent) {
    const target = event.target as HTMLElement
    const command = parseReviewKey(event, target.closest('input, textarea, select, dialog') !== null)
    if (command === undefined) return
    const at = candidates.findIndex((one) => document.getElementById(buildCardId(one.id))?.contains(target))
    const candidate = candidates[at]
    if (command.name === 'move') focusCard(candidates[Math.max(0, at + command.by)]?.id)
    else if (command.name === 'undo') void takeBack()
    else if (candidate === undefined) return
    else if (command.name === 'decide') void decideAndMoveOn(candidate, command.decision)
    else if (candidate.evidenceId !== null) toggle(candidate.id)
    event.preventDefault()
  }
  return html`<div class="review" onKeyDown=${onKey}><${Heading}>Review</${Heading}>
    <${Question} />
    <div class="row"><p role="status" class="ok">${message}</p>
      ${decided && html`<button type="button" aria-keyshortcuts="u" disabled=${isBusy} onClick=${() => takeBack()}>Undo</button>`}</div>
    <${SaveStatus} saving=${getSaving(undefined)} failed="Nothing was taken back" />
    <${Loading} load=${load} what="the review queue">
      ${
        candidates.length === 0
          ? html`<p class="hint" id="nothing-waits" tabindex="-1">Nothing waits for a decision. What research is doing is shown under <a href=${formatRoute(id, 'research')}>Research</a>.</p>`
          : html`<p class="hint waiting">${candidates.length} waiting</p><${ReviewHelp} />`
      }
      ${candidates.map(
        (candidate) =>
          html`<${CandidateCard} key=${candidate.id} candidate=${candidate} isOpen=${openIds.includes(candidate.id)} onOpen=${() => toggle(candidate.id)}
            onDecide=${(decision: Decision) => decideAndMoveOn(candidate, decision)} saving=${getSaving(candidate.id)} isBusy=${isBusy} />`,
      )}
    </${Loading}>
    <${DecidedList} about=${load.data} isBusy=${isBusy} onReopen=${takeBack} />
  </div>`
}

function Question() {
  const artist = useArtistName()
  return html`<p>Is each of these about <strong>${artist}</strong>, and is it right? What you approve can be cited and feeds the Lore, the profile in quotations; nothing else does.</p>`
}

const focusCard = (candidateId: string | undefined) =>
  candidateId !== undefined && document.getElementById(buildCardId(candidateId))?.focus()

/** Once `about` has changed, the focus goes to the first of the asked candidates that is in the list. */
function useFocusAfter(about: unknown) {
  const wanted = useRef<readonly (string | undefined)[]>([])
  useEffect(() => {
    if (wanted.current.length === 0) return
    const cards = wanted.current.map((one) => one !== undefined && document.getElementById(buildCardId(one)))
    const target = cards.find((card) => card instanceof HTMLElement) ?? document.getElementById('nothing-waits')
    wanted.current = []
    target?.focus()
  }, [about])
  return (candidateIds: readonly (string | undefined)[]) => {
    wanted.current = candidateIds
  }
}
