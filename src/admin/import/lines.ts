import { createReadStream } from 'node:fs'
import { createInvalidRequest } from '#src/contract/problems/problem.ts'
import { parseStrictJson } from '#src/text/scan-json.ts'
import { decodeUtf8, findFirstFlaw, flawReasons } from '#src/text/wellformed.ts'

/** One JSON value of a file; `number` is its line, from 1. */
type JsonLine = { number: number; value: unknown }

/** A text of 4,000,000 units, every one of them escaped as `\uXXXX`, is 24 MB. */
const lineBytesMax = 32_000_000

const newline = 0x0a

/**
 * The values of a JSON Lines file, one at a time. Strict UTF-8; a byte order mark and blank lines are skipped (they
 * still count as lines). LF or CRLF.
 * @throws Problem `invalid_request` naming the line, or the file when it cannot be read
 */
export async function* readJsonLines(file: string): AsyncGenerator<JsonLine> {
  let number = 0
  for await (const bytes of splitLines(file)) {
    number += 1
    const text = decodeUtf8(bytes)
    if (text === undefined) throw createInvalidLine(number, '', 'is not UTF-8')
    if (/^[ \t\r]*$/.test(text)) continue
    yield { number, value: parse(text, number) }
  }
}

/** The refusal of a line, or of a field of it if one is known. */
export const createInvalidLine = (number: number, field: string, reason: string) =>
  createInvalidRequest(field === '' ? `line ${number}` : `line ${number}, ${field}`, reason)

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
  yield Buffer.concat(parts)
}

async function* readChunks(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file)
  } catch (error) {
    throw createInvalidRequest(file, `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'})`)
  }
}

/** A record nests a few levels; of values, an export of an artist has any number. */
const bounds = { depthMax: 100, valuesMax: Number.POSITIVE_INFINITY }

function parse(text: string, number: number): unknown {
  const parsed = parseStrictJson(text, bounds)
  if ('reason' in parsed) throw createInvalidLine(number, parsed.path.join('/'), parsed.reason)
  const found = findFirstFlaw(parsed.value)
  if (found !== undefined) throw createInvalidLine(number, found.path.join('/'), flawReasons[found.flaw])
  return parsed.value
}
