import { createReadStream } from 'node:fs'
import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import { scanJson } from '#src/text/scan-json.ts'
import { findFirstFlaw } from '#src/text/wellformed.ts'

/** One JSON value of a file; `number` is its line, from 1. */
export type JsonLine = { number: number; value: unknown }

/** A text of 4,000,000 units, every one of them escaped as `\uXXXX`, is 24 MB. */
const lineBytesMax = 32_000_000

const newline = 0x0a
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const strictUtf8WithMark = new TextDecoder('utf-8', { fatal: true })

/**
 * The values of a JSON Lines file, one at a time. Strict UTF-8; a leading byte order mark and blank lines are skipped
 * (they still count as lines). LF or CRLF.
 * @throws Problem `invalid_request` naming the line, or the file when it cannot be read
 */
export async function* readJsonLines(file: string): AsyncGenerator<JsonLine> {
  let number = 0
  for await (const bytes of splitLines(file)) {
    number += 1
    const text = decode(bytes, number)
    if (/^[ \t\r]*$/.test(text)) continue
    yield { number, value: parse(text, number) }
  }
}

/** The field of an error: the line, and a field of it if known. */
export const formatLineField = (number: number, field = '') =>
  field === '' ? `line ${number}` : `line ${number}, ${field}`

/** The refusal of a line, or of a field of it. */
export const createInvalidLine = (number: number, field: string, reason: string) =>
  createInvalidRequest(formatLineField(number, field), reason)

async function* splitLines(file: string): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let bytes = 0
  let number = 1
  const keep = (part: Buffer) => {
    parts.push(part)
    bytes += part.length
    if (bytes > lineBytesMax) throw createInvalidLine(number, '', `is longer than ${lineBytesMax} bytes`)
  }
  for await (const chunk of readChunks(file)) {
    let from = 0
    for (let to = chunk.indexOf(newline); to >= 0; to = chunk.indexOf(newline, from)) {
      keep(chunk.subarray(from, to))
      yield Buffer.concat(parts)
      parts = []
      bytes = 0
      number += 1
      from = to + 1
    }
    keep(chunk.subarray(from))
  }
  if (bytes > 0) yield Buffer.concat(parts)
}

async function* readChunks(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file)
  } catch (error) {
    throw createInvalidRequest(file, `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`)
  }
}

function decode(bytes: Buffer, number: number): string {
  try {
    return (number === 1 ? strictUtf8WithMark : strictUtf8).decode(bytes)
  } catch {
    throw createInvalidLine(number, '', 'is not UTF-8')
  }
}

/** A record nests a few levels; of values, an export of an artist has any number. */
const bounds = { depthMax: 100, valuesMax: Number.POSITIVE_INFINITY }

function parse(text: string, number: number): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw createInvalidLine(number, '', 'is not JSON')
  }
  const { depth, duplicate } = scanJson(text, bounds)
  if (depth > bounds.depthMax) throw createInvalidLine(number, '', `nests deeper than ${bounds.depthMax}`)
  if (duplicate !== undefined) throw createInvalidLine(number, duplicate.join('/'), 'is given more than once')
  const flaw = findFirstFlaw(value)
  if (flaw === undefined) return value
  const description = flaw.flaw === 'nul' ? 'holds U+0000' : 'holds half of a surrogate pair'
  throw createInvalidLine(number, flaw.path.join('/'), description)
}
