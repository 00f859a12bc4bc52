import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * A passage that a result has to contain: the window [start, end) of a file, which has to read as it did when it was
 * chosen.
 */
export type Need = { file: string; start: number; end: number; sha256: string }
export type LabelledQuery = { id: string; group: string; query: string; needs: Need[] }

/** The texts stay outside of the project, which has offsets alone. */
export const textsFolder = fileURLToPath(new URL('../../../shared/data/piano-mastery', import.meta.url))

const queriesFile = new URL('../../test/search/queries.jsonl', import.meta.url)

/** The texts by file name, and the labelled queries. @throws Error when a text is missing or was changed */
export function readLabelled(folder = textsFolder): { texts: Map<string, string>; queries: LabelledQuery[] } {
  if (!existsSync(folder))
    throw new Error(
      `The labelled texts are not in ${folder}; --texts FOLDER names them, in the nightly tests SEARCH_TEXTS`,
    )
  const files = readdirSync(folder).filter((file) => file.endsWith('.txt'))
  const texts = new Map(files.sort().map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
  const queries = readFileSync(queriesFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LabelledQuery)
  for (const { id, needs } of queries) {
    for (const need of needs) {
      const slice = texts.get(need.file)?.slice(need.start, need.end) ?? ''
      const sha256 = createHash('sha256').update(slice).digest('hex')
      if (sha256 !== need.sha256) throw new Error(`${id}: ${need.file} does not read as it did when it was labelled`)
    }
  }
  return { texts, queries }
}
