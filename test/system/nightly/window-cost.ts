import { loadConfig } from '#src/config.ts'
import { connect } from '#src/database/connect.ts'
import { buildStatements, compareBuffers } from '../fidelity/window-cost/buffers.ts'
import { longChars, longStarts, type StoredPair, storeBoth, windowChars } from '../fidelity/window-cost/texts.ts'
import { compareTimes, readerCount, type Times } from '../fidelity/window-cost/times.ts'
import { openHttpClient } from '../http-client.ts'
import type { SystemTest } from '../result.ts'
import { openServices, patient } from '../service.ts'

/** The factor by which a window of the long text may cost more than one of the short text. */
const ratioMax = 1.3
/** Of a text of eight megabytes. A measure that saw fewer when the whole is read would see nothing. */
const wholePagesLeast = 1_000

/**
 * Four thousand characters out of four million cost as much as out of four thousand: in pages of the database, and in
 * the time of sixteen readers, of the statement alone and over HTTP.
 */
export const runSystemTest: SystemTest = async (environment) => {
  const actors = await openServices(environment, 2, patient)
  const texts = await storeBoth(actors)
  const { ratio: pages, wholePages } = await compareBuffers(environment.db, actors.artistId, texts)
  environment.log(`pages: at most ${pages.toFixed(2)} times as many; the whole text has ${wholePages}`)
  const times = await measureTimes(texts)
  for (const [name, { long, short }] of Object.entries(times))
    environment.log(`${name}: ${long.toFixed(2)} ms of the long text, ${short.toFixed(2)} ms of the short one`)
  const worst = Math.max(...Object.values(times).map(({ long, short }) => long / short))
  return {
    passed: pages <= ratioMax && wholePages > wholePagesLeast && worst <= ratioMax,
    summary: `${windowChars} characters out of ${longChars}: ${pages.toFixed(2)} times the pages and ${worst.toFixed(2)} times the time of ${windowChars} out of ${windowChars}, ${readerCount} readers`,
  }

  async function measureTimes({ long, short }: StoredPair): Promise<Record<string, Times>> {
    const rounds = 40
    const { timeouts } = loadConfig({})
    const pool = { max: readerCount, waitMs: 60_000 }
    const { db, close } = connect({
      url: environment.url,
      pool,
      timeouts,
      applicationName: 'sittings system test readers',
    })
    environment.teardown(close)
    const wire = openHttpClient(actors)
    environment.teardown(wire.close)
    const base = `/api/artist/${actors.artistId}`
    const paths = { readArtistSource: 'knowledge/sources', readResearchEvidence: 'research/evidence' }
    const getStart = (at: number) => longStarts[at % longStarts.length] ?? 0
    const times: Record<string, Times> = {}
    for (const [name, statement] of Object.entries(buildStatements(db, actors.artistId))) {
      const read = (sourceId: string, start: number) => statement(sourceId, start).executeTakeFirstOrThrow()
      times[`${name}, its statement`] = await compareTimes(rounds, {
        long: (at) => read(long.sourceId, getStart(at)),
        short: () => read(short.sourceId, 0),
      })
    }
    for (const [name, path] of Object.entries(paths)) {
      const read = async (sourceId: string, start: number) => {
        const window = `${base}/${path}/${encodeURIComponent(sourceId)}?start=${start}&maxChars=${windowChars}`
        const { status } = await wire.send('GET', window)
        if (status !== 200) throw new Error(`${name} answered ${status}`)
      }
      times[`${name}, over HTTP`] = await compareTimes(rounds, {
        long: (at) => read(long.sourceId, getStart(at)),
        short: () => read(short.sourceId, 0),
      })
    }
    return times
  }
}
