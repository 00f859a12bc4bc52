import { type Decision, decisions } from './decisions.ts'

export type ReviewCommand =
  | { name: 'move'; by: 1 | -1 }
  | { name: 'read' }
  | { name: 'undo' }
  | { name: 'decide'; decision: Decision }

type Pressed = { key: string; ctrlKey: boolean; altKey: boolean; metaKey: boolean; repeat: boolean }

const commands = new Map<string, ReviewCommand>([
  ['j', { name: 'move', by: 1 }],
  ['k', { name: 'move', by: -1 }],
  ['o', { name: 'read' }],
  ['u', { name: 'undo' }],
  ...Object.entries(decisions).map(([decision, { key }]): [string, ReviewCommand] => [
    key,
    { name: 'decide', decision: decision as Decision },
  ]),
])

/**
 * What a key does in the review; undefined for every other key, while something is typed, and beside Ctrl, Alt or Meta.
 * A key that is held down moves on, but decides only once.
 */
export function parseReviewKey(pressed: Pressed, isTyping: boolean): ReviewCommand | undefined {
  const { key, ctrlKey, altKey, metaKey, repeat } = pressed
  if (isTyping || ctrlKey || altKey || metaKey) return undefined
  const command = commands.get(key)
  return repeat && command?.name !== 'move' ? undefined : command
}

/** The candidate that has its turn after one of the list is decided: the next, or else the one before. */
export function findNextInList(ids: readonly string[], decided: string): string | undefined {
  const at = ids.indexOf(decided)
  return ids[at + 1] ?? ids[at - 1]
}
