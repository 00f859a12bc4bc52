import { Problem } from '#src/contract/problems/problem.ts'
import type { Excluded } from '../memory/exclusions/find-excluded.ts'

/** Code points of a sentence that a message quotes. */
const quotedCodePointsMax = 300

/** Why a text may not be published: its first sentence that a boundary or a correction touches. */
export function refusalToPublish(name: string, text: string, touched: readonly Excluded[]): Problem | undefined {
  const [first] = touched
  if (first === undefined) return undefined
  const quoted = [...text.slice(first.start, first.end)].slice(0, quotedCodePointsMax).join('')
  const reason = first.because === 'boundary' ? 'touches a boundary' : 'you have corrected'
  return new Problem('state_changed', { message: `${name} says what ${reason}: “${quoted}”` })
}
