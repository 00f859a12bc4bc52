import type { Loose } from '../../support/test-context.ts'
import type { Random } from '../seed.ts'

type Place = { holder: Record<string, unknown>; key: string }

/** The answer of a vector, which the check has to verify; a question may change and keep its answer. */
const answers: Record<string, readonly string[]> = {
  windows: ['length', 'utf8', 'storable', 'windows'],
  pages: ['pages'],
  quotes: ['refusal'],
  canonicalJson: ['canonical', 'sha256'],
  numbers: ['canonical'],
  revisions: ['object', 'canonical', 'revision'],
  answerChain: ['object', 'revision'],
  trails: ['firstUnfit'],
}

/** The vectors with one of their answers corrupted, and where: the check has to notice. */
export function corruptOne(vectors: Loose, random: Random): { vectors: Loose; where: string } {
  const copy = structuredClone(vectors)
  const [kind, expected] = random.pick(Object.entries(answers))
  const vector = random.pick<Loose>(copy[kind])
  const place = random.pick(expected)
  const leaves = listLeaves(vector[place])
  const { holder, key } = leaves.length > 0 ? random.pick(leaves) : { holder: vector, key: place }
  const before = holder[key]
  holder[key] = chooseOther(before)
  return { vectors: copy, where: `${kind} ${key}: ${JSON.stringify(before)} → ${JSON.stringify(holder[key])}` }
}

function listLeaves(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]): Place[] =>
    typeof member === 'object' && member !== null
      ? listLeaves(member)
      : [{ holder: value as Record<string, unknown>, key }],
  )
}

/** Digits stay digits, without white space: an equivalent value would be no change. */
function chooseOther(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string') return 1
  if (value === '') return 'x'
  return /^[0-9a-f]+$/.test(value) ? `${value[0] === '0' ? '1' : '0'}${value.slice(1)}` : `${value}x`
}
