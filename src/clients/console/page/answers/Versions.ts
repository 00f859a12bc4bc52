import { useLoad } from '../api/use-load.ts'
import { useArtist } from '../artist.ts'
import { html } from '../html.ts'
import { Loading } from '../parts/Loading.ts'
import { Timestamp } from '../parts/Timestamp.ts'
import { WordDiff } from '../text/WordDiff.ts'
import { readAnswerVersions } from './read-versions.ts'

/** Every wording an answer has had, each compared with the one before it. */
export function Versions({ answerId, revision }: { answerId: string; revision: string }) {
  const id = useArtist()
  const load = useLoad(() => readAnswerVersions(id, answerId), [id, answerId, revision])
  const versions = load.data ?? []
  return html`<${Loading} load=${load} what="the versions">
    <ol class="plain versions" aria-label="Versions, the newest first">
      ${versions.map(({ response, savedAt, note, isCurrent }, at) => {
        const before = versions[at + 1]?.response.answer
        return html`<li key=${response.revision}>
          <p class="about">Version ${versions.length - at} of ${versions.length}${isCurrent && html` · <span class="badge active">current</span>`} · <${Timestamp} at=${savedAt} /></p>
          ${note && html`<p class="hint">${note}</p>`}
          ${before === undefined ? html`<p class="quoted">${response.answer}</p>` : html`<${WordDiff} before=${before} after=${response.answer} label="Compared with the version before" />`}
        </li>`
      })}
    </ol>
  </${Loading}>`
}
