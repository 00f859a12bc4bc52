import type { Column } from '#src/admin/archive/table-schemas.ts'
import type { Random } from '../../text/seed.ts'

/** Other values of a column: as near as possible, null, and another row's. A key is changed to an unused one. */
export function buildOtherValues(
  value: unknown,
  column: Column & { isKey: boolean },
  others: readonly unknown[],
  random: Random,
): unknown[] {
  const near = column.isKey && typeof value === 'number' ? value + 1_000 : alterSlightly(value, column.kind, random)
  const candidates = column.kind === 'user' ? [...others] : [near, random.pick(others)]
  if (column.kind === 'text' && typeof value === 'string') candidates.push(...buildSimilarTexts(value))
  if (typeof value === 'number') candidates.push(value - 1, 0)
  if (value instanceof Date) candidates.push(new Date(value.getTime() - 3_600_000))
  if (column.nullable) candidates.push(null)
  const seen = new Set([formatKey(value)])
  return candidates.filter((candidate) => !seen.has(formatKey(candidate)) && seen.add(formatKey(candidate)))
}

const formatKey = (value: unknown) =>
  Buffer.isBuffer(value) ? value.toString('hex') : (JSON.stringify(value) ?? 'undefined')

/** What a reader would take for the same text. */
const buildSimilarTexts = (text: string) => [
  `${text} `,
  text.normalize('NFD'),
  text.toUpperCase(),
  text.replaceAll('\r', ''),
]

/**
 * Another value of the same kind, as near to the old one as possible: one character, one bit, one millisecond, one
 * more.
 */
function alterSlightly(value: unknown, kind: Column['kind'], random: Random): unknown {
  if (value instanceof Date) return new Date(value.getTime() + 1)
  if (Buffer.isBuffer(value)) return flipOneBit(value, random)
  if (typeof value === 'string') return kind === 'uuid' ? replaceOneDigit(value) : replaceOneCharacter(value, random)
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (value === null) return buildFromNothing(kind)
  return replaceOneLeaf(value ?? {}, random)
}

function flipOneBit(bytes: Buffer, random: Random): Buffer {
  const flipped = Buffer.from(bytes)
  const at = random.below(flipped.length)
  flipped[at] = (flipped[at] ?? 0) ^ (1 << random.below(8))
  return flipped
}

function replaceOneCharacter(text: string, random: Random): string {
  if (text === '') return 'x'
  const characters = [...text]
  const at = random.below(characters.length)
  const hex = '0123456789abcdef'
  const digit = hex.indexOf(characters[at] ?? '')
  characters[at] = digit < 0 ? (characters[at] === 'x' ? 'y' : 'x') : (hex[(digit + 1) % hex.length] ?? '')
  return characters.join('')
}

/** The last character of an id, so that it stays one. */
const replaceOneDigit = (id: string) => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`

function buildFromNothing(kind: Column['kind']): unknown {
  if (kind === 'instant') return new Date()
  if (kind === 'flag') return true
  if (kind === 'integer') return 1
  if (kind === 'uuid') return '0197c000-0000-7000-8000-00000000beef'
  if (kind === 'json') return {}
  return '0'.repeat(64)
}

/** A leaf of a JSON value changed; an empty one gets content. */
function replaceOneLeaf(value: object, random: Random): unknown {
  const keys = Object.keys(value)
  if (keys.length === 0) return Array.isArray(value) ? [1] : { more: 1 }
  const key = random.pick(keys)
  const leaf = alterSlightly(value[key as keyof typeof value], 'json', random)
  return Array.isArray(value) ? Object.assign([...value], { [key]: leaf }) : { ...value, [key]: leaf }
}
