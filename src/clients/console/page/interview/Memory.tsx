import type { Memory } from '../../../typescript/index.ts'

/** What no question may pass over: boundaries, corrections, and the newest answer, in the exact words. */
export const MemoryPanel = ({ memory: { entries }, isChanged }: { memory: Memory; isChanged: boolean }) =>
  entries.length > 0 && (
    <details open={isChanged || entries.some(({ kind }) => kind === 'boundary')}>
      <summary>What a question respects ({entries.length})</summary>
      <ul class="hint">
        {entries.map(({ entryId, kind, texts: { question, answer, claim, correction, wording } }) => (
          <li key={entryId}>
            {kind === 'boundary'
              ? 'Not to be asked:'
              : answer != null
                ? `The last answer, to “${question}”:`
                : 'Wrong:'}{' '}
            <q class="quoted">{wording ?? answer ?? claim}</q>
            {correction != null && (
              <>
                {' Right: '}
                <q class="quoted">{correction}</q>
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
