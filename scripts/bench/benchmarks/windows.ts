import { selectReading } from '#plugins/knowledge/queries.ts'
import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { longChars, longStarts, storeBoth, windowChars } from '../../../test/system/fidelity/window-cost/texts.ts'
import type { Benchmarks, Entrant } from '../benchmark.ts'
import { got, medianMs } from '../median-ms.ts'
import { openTestUser } from '../test-user.ts'

const readers = 16

/** A window of the longest possible text, beside one of a text that is as long as the window. */
export const benchmarks: Benchmarks = async (stage) => {
  const { artistId, subject, headers } = await openTestUser(stage)
  const texts = await storeBoth({ db: stage.db, artistId })
  const { base } = await stage.service()
  const { timeouts } = loadConfig({})
  const pool = { max: readers, waitMs: 60_000 }
  const { db, close } = connect({ url: stage.url, pool, timeouts, applicationName: 'sittings bench' })
  stage.teardown(close)

  const statement = ({ sourceId }: { sourceId: string }, start: number) =>
    selectReading(db, { kind: 'user', subject }, artistId, {
      sourceId,
      revision: undefined,
      start,
      maxChars: windowChars,
    }).executeTakeFirstOrThrow()
  const http = ({ sourceId }: { sourceId: string }, start: number) => {
    const path = `/api/artist/${artistId}/knowledge/sources/${encodeURIComponent(sourceId)}`
    return got(`${base}${path}?start=${start}&maxChars=${windowChars}`, headers)
  }
  const entrants = (read: typeof statement | typeof http): Entrant[] => [
    {
      name: 'out of 4,000',
      role: 'floor',
      measure: (seconds) => medianMs(readers, seconds, () => read(texts.short, 0)),
    },
    {
      name: `out of ${longChars}`,
      role: 'ours',
      measure: (seconds) =>
        medianMs(readers, seconds, (index) => read(texts.long, longStarts[index % longStarts.length] ?? 0)),
    },
  ]
  const work = `${windowChars} characters out of four million, ${readers} readers`
  return [
    { work: `${work}: the statement`, unit: 'ms', goal: 1.3, entrants: entrants(statement) },
    { work: `${work}: over HTTP`, unit: 'ms', goal: 1.3, entrants: entrants(http) },
  ]
}
