import { randomBytes } from 'node:crypto'

/**
 * A word that occurs only where it was put. Letters and digits alone: it is the same in a URL, in JSON and in a log.
 */
export type Canary = { word: string; forms: readonly string[] }

export function newCanary(prefix: string): Canary {
  const word = `${prefix}${randomBytes(9).toString('hex')}`
  const hexes = (['utf8', 'utf16le'] as const).map((encoding) => Buffer.from(word, encoding).toString('hex'))
  return { word, forms: [word, word.toLowerCase(), ...hexes, ...encodeBase64(word)] }
}

/**
 * What the base64 of any text around the word contains for certain: the word begins at one of three places in a group.
 */
const encodeBase64 = (word: string): string[] =>
  [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), Buffer.from(word)])
    const from = before === 0 ? 0 : 4
    const text = whole.toString('base64url').slice(from)
    return text.slice(0, text.length - 4)
  })

/** The first place with a canary and its context; undefined where there is none. */
export function findCanary(text: string, canaries: readonly Canary[]): string | undefined {
  for (const form of canaries.flatMap(({ forms }) => forms)) {
    const at = text.indexOf(form)
    if (at >= 0) return text.slice(Math.max(0, at - 160), at + form.length + 60)
  }
  return undefined
}
