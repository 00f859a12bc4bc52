import type { Memory } from '../../../typescript/index.ts'

type Entry = Memory['entries'][number]

/** What no question may pass over: boundaries, corrections, and the newest answer, in the exact words. */
export function MemoryPanel({ memory, isChanged }: { memory: Memory; isChanged: boolean }) {
  const { entries } = memory
  if (entries.length === 0)
    return <p class="hint">There is nothing to respect yet: no boundary, no correction, no answer.</p>
  return (
    <details open={isChanged || entries.some(({ kind }) => kind === 'boundary')}>
      <summary>What a question respects ({entries.length})</summary>
      <ul class="stack">
        {entries.map((entry) => (
          <li key={entry.entryId}>
            <Words entry={entry} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Words({ entry: { kind, texts } }: { entry: Entry }) {
  const { question, answer, claim, correction, wording } = texts
  if (kind === 'boundary') {
    return (
      <>
        Not to be asked: <q class="quoted">{wording}</q>
      </>
    )
  }
  if (kind === 'correction') {
    return (
      <>
        Wrong: <q class="quoted">{claim}</q>
        {correction != null && (
          <>
            {' '}
            Right: <q class="quoted">{correction}</q>
          </>
        )}
      </>
    )
  }
  return (
    <>
      The last answer, to “{question}”: <q class="quoted">{answer}</q>
    </>
  )
}
