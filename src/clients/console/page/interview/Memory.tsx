import type { Memory } from '../../../typescript/index.ts'

type Entry = Memory['entries'][number]

/** What no question may pass over: boundaries, corrections, and the newest answer, in the exact words. */
export const MemoryPanel = ({ memory: { entries }, isChanged }: { memory: Memory; isChanged: boolean }) =>
  entries.length === 0 ? (
    <p class="hint">There is nothing to respect yet: no boundary, no correction, no answer.</p>
  ) : (
    <details open={isChanged || entries.some(({ kind }) => kind === 'boundary')}>
      <summary>What a question respects ({entries.length})</summary>
      <ul class="stack">
        {entries.map((entry) => (
          <li key={entry.entryId}>
            {describeEntry(entry).map(([words, quoted]) => (
              <span key={words}>
                {words} <q class="quoted">{quoted}</q>{' '}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </details>
  )

function describeEntry({ kind, texts }: Entry): [words: string, quoted: string][] {
  const { question, answer, claim, correction, wording } = texts
  if (kind === 'boundary') return [['Not to be asked:', wording ?? '']]
  if (kind === 'latest_answer') return [[`The last answer, to “${question}”:`, answer ?? '']]
  return correction == null
    ? [['Wrong:', claim ?? '']]
    : [
        ['Wrong:', claim ?? ''],
        ['Right:', correction],
      ]
}
