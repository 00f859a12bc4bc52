import { diffWordsWithSpace } from 'diff'

export type WordChange = { state: 'kept' | 'removed' | 'added'; text: string }

/** What became of a wording. Neighbouring changed words are one run, with the white space between on both sides. */
export function findWordChanges(before: string, after: string): WordChange[] {
  const parts = diffWordsWithSpace(before, after)
  const changes: WordChange[] = []
  let removed = ''
  let added = ''
  const closeRun = () => {
    if (removed !== '') changes.push({ state: 'removed', text: removed })
    if (added !== '') changes.push({ state: 'added', text: added })
    removed = ''
    added = ''
  }
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1]
    const isInsideRun = removed + added !== '' && part.value.trim() === '' && (next?.added || next?.removed)
    if (!part.added && !part.removed && !isInsideRun) {
      closeRun()
      changes.push({ state: 'kept', text: part.value })
      continue
    }
    if (!part.added) removed += part.value
    if (!part.removed) added += part.value
  }
  closeRun()
  return changes
}
