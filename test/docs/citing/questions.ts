import { readFileSync } from 'node:fs'
import type { Loose } from '../../support/test-context.ts'

/** The questions of a program, one a line, texts as the hexadecimal digits of their UTF-8, and the expected answers. */
export type Question = { line: string; answer: string }

const vectors: Loose = JSON.parse(readFileSync(new URL('../../../src/text/vectors.json', import.meta.url), 'utf8'))
const decodeUnits = (units: string) => Buffer.from(units, 'hex').swap16().toString('utf16le')
const encodeUtf8 = (units: string) => Buffer.from(decodeUnits(units), 'utf8').toString('hex')

/**
 * Every pair of offsets in and around each text of the vectors that has a form in UTF-8, and the first place of each
 * quote.
 */
export const questions: Question[] = vectors.windows
  .filter(({ utf8 }: Loose) => utf8 !== null)
  .flatMap(({ utf8, length, windows }: Loose) => {
    const readable = new Map<string, string>(
      windows.map((one: Loose) => [`${one.start} ${one.end}`, encodeUtf8(one.quote)]),
    )
    const edges = Array.from({ length: length + 3 }, (_, at) => at - 1)
    const windowQuestions = edges.flatMap((start) =>
      edges.map((end) => ({
        line: `window ${utf8} ${start} ${end}`,
        answer: readable.get(`${start} ${end}`) ?? '-',
      })),
    )
    const found = new Map<string, string>([...readable].map(([place, quote]) => [quote, place] as const).reverse())
    const sought = [...found].map(([quote, place]) => ({ line: `locate ${utf8} ${quote}`, answer: place }))
    return [...windowQuestions, ...sought, { line: `locate ${utf8} 00`, answer: '-' }]
  })

export const revisionQuestions: Question[] = vectors.revisions
  .filter(({ object }: Loose) => object.kind === 'source')
  .map(({ object, revision }: Loose) => ({
    line: `revision ${object.artistId} ${object.sourceId} ${Buffer.from(object.text).toString('hex')}`,
    answer: revision,
  }))
