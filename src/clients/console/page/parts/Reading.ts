import type { Load } from '../api/load.ts'
import { type Children, html } from '../html.ts'
import { Failure } from './Failure.ts'

/** What was read, or that it is being read, or why it could not be. */
export const Reading = ({ load, what, children }: { load: Load<unknown>; what: string } & Children) => html`
  <div aria-busy=${load.busy}>
    <${Failure} refusal=${load.refusal} onAgain=${load.reload} />
    ${load.data === undefined && load.busy && html`<p class="hint" role="status">Reading ${what}…</p>`}
    ${load.data !== undefined && children}
  </div>`
