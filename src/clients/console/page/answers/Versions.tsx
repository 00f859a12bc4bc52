import { listAll } from '../../../typescript/index.ts'
import { client, useArtist, useLoad } from '../api/index.ts'
import { Loading, Timestamp } from '../parts/index.ts'

/** Every wording of an answer, the newest first. */
export function Versions({ answerId, revision }: { answerId: string; revision: string }) {
  const { id } = useArtist()
  const load = useLoad(
    () => listAll(client, 'listInterviewResponseVersions', { path: { id, answerId }, query: { limit: 20 } }),
    [answerId, revision],
  )
  return (
    <Loading load={load} what="the wordings" lines={2}>
      {(versions) => (
        <ol class="plain" aria-label="Wordings, the newest first">
          {versions.map(({ response, savedAt, note, isCurrent }) => (
            <li key={response.revision}>
              <p class="quoted">{response.answer}</p>
              <p class="hint">
                {isCurrent && 'holds now · '}
                <Timestamp at={savedAt} isExact />
                {note !== null && ` · ${note}`}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Loading>
  )
}
