import type { LoadState } from '../api/use-load.ts'
import { type Children, html } from '../html.ts'
import { ErrorMessage } from './ErrorMessage.ts'

/** What was read, or that it is being read, or why it could not be. */
export const Loading = ({ load, what, children }: { load: LoadState<unknown>; what: string } & Children) => html`
  <div aria-busy=${load.busy}>
    <${ErrorMessage} refusal=${load.refusal} onAgain=${load.reload} />
    ${load.data === undefined && load.busy && html`<p class="hint" role="status">Reading ${what}…</p>`}
    ${load.data !== undefined && children}
  </div>`
