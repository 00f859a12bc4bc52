import { sql } from 'kysely'
import type { Database } from '#src/database/database.ts'
import { indexSource } from '#src/evidence/search/index-source.ts'
import { addSource } from '../../../test/support/test-context.ts'
import type { Benchmarks, Entrant } from '../benchmark.ts'
import { addArtist, type ServerName } from '../environment.ts'
import { generateTexts } from '../search/texts.ts'
import { openGets, timeCalls } from '../time-calls.ts'

const charsPerText = 10_000
const queriesMany = 200

export const servers: readonly ServerName[] = ['stock']
export const isLong = true

/** A search of one reader over HTTP in 200 texts, beside the same in 20. Each artist is asked for words of its own. */
export const createBenchmarks: Benchmarks = async (environment) => {
  const db = environment.openDatabase(2)
  const [few, many] = [await addArchive(db, 'reader of 20', 20), await addArchive(db, 'reader of 200', 200)]
  await sql`analyze`.execute(db)
  const { base } = await environment.startService()
  const createSearchEntrant = async (
    name: string,
    role: Entrant['role'],
    { subject, paths }: Archive,
  ): Promise<Entrant> => {
    const get = openGets(base, await environment.authorize(subject), 1)
    const measure = (seconds: number) => timeCalls(1, seconds, (call) => get(paths[call % paths.length] ?? ''))
    return { name, role, measure }
  }
  const against = '20 texts'
  const work = 'search over 200 texts of two million characters'
  return [
    {
      rows: [{ work, unit: 'ms', goals: [{ against, atMost: 2 }] }],
      entrants: [await createSearchEntrant(against, 'floor', few), await createSearchEntrant('Sittings', 'ours', many)],
    },
  ]
}

type Archive = Awaited<ReturnType<typeof addArchive>>

async function addArchive(db: Database, subject: string, textsMany: number) {
  const artistId = await addArtist(db, subject)
  const { text, query } = generateTexts(1)
  for (let count = 0; count < textsMany; count += 1) {
    const words = text(charsPerText)
    const { sourceId, revision } = await addSource(db, artistId, words)
    await db.transaction().execute((trx) => indexSource(trx, artistId, sourceId, revision, words))
  }
  const path = `/api/artist/${artistId}/knowledge/search`
  return { subject, paths: Array.from({ length: queriesMany }, () => `${path}?query=${encodeURIComponent(query())}`) }
}
