import { createInvalidRequest } from './problems/problem.ts'

/** Far above every request of the contract: the largest has 404 values in three levels. */
export const jsonBounds = { depthMax: 16, valuesMax: 2_000 } as const

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Bounds what parsing and validating may cost. One pass over the bytes that allocates nothing: a small body of brackets
 * would otherwise become a hundred thousand objects, each visited by every later check.
 * @throws Problem `invalid_request` naming the body
 */
export function assertJsonBounds(bytes: Buffer): void {
  let depth = 0
  // Every value but the outermost begins a container or follows a comma.
  let values = 1
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case quote:
        at = findStringEnd(bytes, at)
        break
      case openBracket:
      case openBrace:
        depth += 1
        values += 1
        break
      case comma:
        values += 1
        break
      case closeBracket:
      case closeBrace:
        depth -= 1
        break
    }
    if (depth > jsonBounds.depthMax) throw createInvalidRequest('body', `nests deeper than ${jsonBounds.depthMax}`)
    if (values > jsonBounds.valuesMax)
      throw createInvalidRequest('body', `has more than ${jsonBounds.valuesMax} values`)
  }
}

/** The index of the closing quote, or the end of the bytes. Bytes of other characters in UTF-8 are never below 0x80. */
function findStringEnd(bytes: Buffer, from: number): number {
  let at = from + 1
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at
}
