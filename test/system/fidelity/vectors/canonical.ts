/*
 * Canonical JSON once more, written from src/text/README.md without a line of `src/`: over code units, and with numbers
 * and escapes written by hand where the service uses the engine.
 */
import { createHash } from 'node:crypto'

export type Units = readonly number[]

export const splitUnits = (text: string): Units => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))

export const isHigh = (unit: number | undefined) => unit !== undefined && unit >> 10 === 0x36
export const isLow = (unit: number | undefined) => unit !== undefined && unit >> 10 === 0x37

/** Whether there is half a pair without its other half. */
export const hasLoneSurrogate = (units: Units): boolean =>
  units.some((unit, at) => (isHigh(unit) && !isLow(units[at + 1])) || (isLow(unit) && !isHigh(units[at - 1])))

/** @throws RangeError for half of a pair */
export function serialize(value: unknown): string {
  if (value === null || typeof value === 'boolean') return `${value}`
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'string') return quoteText(value)
  if (Array.isArray(value)) return `[${value.map(serialize).join()}]`
  const members = Object.entries(value as object).sort(([a], [b]) => compareUnits(splitUnits(a), splitUnits(b)))
  return `{${members.map(([name, member]) => `${quoteText(name)}:${serialize(member)}`).join()}}`
}

/** SHA-256 over the UTF-8 bytes, in lower-case hexadecimal. */
export const computeHash = (text: string): string =>
  createHash('sha256').update(Buffer.from(text, 'utf8')).digest('hex')

function compareUnits(a: Units, b: Units): number {
  const at = a.findIndex((unit, place) => unit !== b[place])
  if (at < 0) return a.length - b.length
  return (a[at] ?? 0) - (b[at] ?? -1)
}

const short = new Map<number, string>([
  ...([
    [0x08, 'b'],
    [0x09, 't'],
    [0x0a, 'n'],
    [0x0c, 'f'],
    [0x0d, 'r'],
    [0x22, '"'],
    [0x5c, '\\'],
  ] as const),
])

function quoteText(text: string): string {
  const units = splitUnits(text)
  if (hasLoneSurrogate(units)) throw new RangeError('Half of a pair')
  const parts = units.map((unit) => {
    const letter = short.get(unit)
    if (letter !== undefined) return `\\${letter}`
    return unit < 0x20 ? `\\u00${unit < 0x10 ? '0' : '1'}${'0123456789abcdef'[unit % 16]}` : String.fromCharCode(unit)
  })
  return `"${parts.join('')}"`
}

/** The fewest digits that give the double back, and the point where ECMAScript puts it. */
export function formatNumber(value: number): string {
  if (value === 0) return '0'
  if (value < 0) return `-${formatNumber(-value)}`
  const { digits, point } = findShortestDigits(value)
  if (point > 21 || point < -5) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : ''
    return `${digits[0]}${fraction}e${point > 0 ? '+' : '-'}${Math.abs(point - 1)}`
  }
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`
  if (digits.length <= point) return digits + '0'.repeat(point - digits.length)
  return `${digits.slice(0, point)}.${digits.slice(point)}`
}

/** Of two equally near ones the even one, where `toExponential` takes the greater. */
function findShortestDigits(value: number): { digits: string; point: number } {
  let form = ''
  let places = -1
  while (Number(form) !== value) form = value.toExponential(++places)
  const [mantissa = '', exponent = ''] = form.split('e')
  const digits = mantissa.replace('.', '')
  const beyond = value
    .toExponential(100)
    .replace('.', '')
    .slice(places + 1, 101)
  const isTie = /^50*$/.test(beyond) && Number(digits.at(-1)) % 2 === 1
  const even = isTie ? `${BigInt(digits) - 1n}` : digits
  return { digits: even.replace(/0+$/, ''), point: Number(exponent) + 1 }
}
