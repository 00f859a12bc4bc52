import { call } from '../api/call.ts'
import type { Schemas } from '../api/shapes.ts'
import { useSave } from '../api/use-save.ts'
import { useArtist } from '../artist.ts'
import { useDraft } from '../draft.ts'
import { html } from '../html.ts'
import { SaveStatus } from '../parts/SaveStatus.ts'
import { formatRoute } from '../route.ts'

type Props = { last: Schemas['Session'] | null; isBlocked: boolean; onChange: () => Promise<void> }

/**
 * Starts a sitting; a repeated request returns the same sitting, because the requestId is kept until it has succeeded.
 */
export function Start({ last, isBlocked, onChange }: Props) {
  const id = useArtist()
  const { saving, run, isBusy } = useSave()
  const request = useDraft<string | null>(`start/${id}/${last?.id}`, null)
  async function start() {
    const requestId = request.value ?? crypto.randomUUID()
    request.set(requestId)
    const refusal = await run(async () => {
      await call('startInterviewSitting', { path: { id }, body: { requestId } })
      request.clear()
    }, 'Started')
    if (refusal === undefined || refusal.status === 409) await onChange()
  }
  return html`<section class="card" aria-label="A new sitting">
    <p>${last === null ? 'This artist has had no sitting yet.' : `Sitting ${last.sitting} is finished.`}
      ${' '}A sitting is an interview in writing: up to three questions, each about words that the artist or others have said. Any of them may be skipped.
      ${last === null && html` If nothing is collected yet, <a href=${formatRoute(id, 'onboarding')}>set up the page</a> first.`}</p>
    <button type="button" class="primary" disabled=${isBusy || isBlocked} onClick=${start}>Start a sitting</button>
    <${SaveStatus} saving=${saving} onAgain=${start} failed="Not started" />
  </section>`
}
