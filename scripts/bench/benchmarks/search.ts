import { sql } from 'kysely'
import { indexSource } from '#src/evidence/search/index-source.ts'
import { addSource } from '../../../test/support/world.ts'
import type { Benchmarks, Entrant } from '../benchmark.ts'
import type { BenchEnvironment } from '../environment.ts'
import { got, medianMs } from '../median-ms.ts'
import { textsOf } from '../search/texts.ts'
import { openTestUser } from '../test-user.ts'

const charsPerText = 10_000
const queriesMany = 200

/**
 * A search of one reader over HTTP in 200 texts, beside the same in 20. Each artist is searched for words of its texts.
 */
export const benchmarks: Benchmarks = async (stage) => {
  const few = await archive(stage, 'few', 20)
  const many = await archive(stage, 'many', 200)
  await sql`analyze`.execute(stage.db)
  const { base } = await stage.service()
  const searching = ({ path, queries, headers }: Archive) => {
    const urls = queries.map((query) => `${base}${path}?query=${encodeURIComponent(query)}`)
    return (seconds: number) => medianMs(1, seconds, (index) => got(urls[index % urls.length] ?? '', headers))
  }
  const entrants: Entrant[] = [
    { name: '20 texts', role: 'floor', measure: searching(few) },
    { name: '200 texts', role: 'ours', measure: searching(many) },
  ]
  return [{ work: 'search over 200 texts of two million characters, p50', unit: 'ms', goal: 2, entrants }]
}

type Archive = Awaited<ReturnType<typeof archive>>

async function archive(stage: BenchEnvironment, subject: string, textsMany: number) {
  const { artistId, headers } = await openTestUser(stage, subject)
  const { text, query } = textsOf(1)
  for (let count = 0; count < textsMany; count += 1) {
    const words = text(charsPerText)
    const { sourceId, revision } = await addSource(stage.db, artistId, words)
    await stage.db.transaction().execute((trx) => indexSource(trx, artistId, sourceId, revision, words))
  }
  const queries = Array.from({ length: queriesMany }, query)
  return { path: `/api/artist/${artistId}/knowledge/search`, queries, headers }
}
